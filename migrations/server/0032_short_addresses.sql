-- /c/:code names a collection by the end of its id. Devices make the ids: nobody may take the ending of another's.
create unique index collections_short_code on collections (right(id::text, 10));
