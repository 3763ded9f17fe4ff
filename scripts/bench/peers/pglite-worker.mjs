/* PGlite as its manual runs it in a worker, on the origin private file system. */
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { worker } from '@electric-sql/pglite/worker'

worker({ init: () => PGlite.create('opfs-ahp://peers', { extensions: { pg_trgm } }) })
