-- What is known of the device beside its identifier, as one JSON text: the identifiers that
-- it had before, where its data folder was, and where its backups go. '' is nothing.
ALTER TABLE endpoint ADD COLUMN details TEXT NOT NULL DEFAULT '';
