package cli_test

// eggs is a feed with one item, and markup that Crossfeed does not know.
const eggs = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:f="urn:f"><channel>
<title>Groceries</title><link>http://example.com/</link><description>What to buy</description>
<f:shop open="8"/>
<item>
  <title>Eggs</title><!-- fresh -->
  <description>brown ones</description>
  <f:price>2</f:price>
  <sx:sync id="eggs" updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/></sx:sync>
</item>
</channel></rss>
`

// contested is a feed whose item was changed in three places.
const contested = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel>
<title>Groceries</title><link>http://example.com/</link><description>What to buy</description>
<item>
  <title>Eggs ×12</title>
  <description>from the market</description>
  <sx:sync id="eggs" updates="3">
    <sx:history sequence="3" when="2005-05-23T09:43:33Z" by="laptop"/>
    <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
    <sx:conflicts>
      <item>
        <title>Brown eggs</title>
        <description>from the farm</description>
        <sx:sync id="eggs" updates="2">
          <sx:history sequence="2" when="2005-05-22T09:43:33Z" by="desk"/>
          <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
        </sx:sync>
      </item>
      <item>
        <title>Eggs</title>
        <description>brown ones</description>
        <sx:sync id="eggs" updates="2" deleted="true">
          <sx:history sequence="2" when="2005-05-21T19:43:33Z" by="tablet"/>
          <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
        </sx:sync>
      </item>
    </sx:conflicts>
  </sx:sync>
</item>
</channel></rss>
`
