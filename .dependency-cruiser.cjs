// Which folder may import which. web/README.md has the rules of web/ as a table.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(shared|server|web|scripts|tests|migrations)/', pathNot: allowed },
})

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared-is-pure',
      comment: 'shared/ does no input or output',
      severity: 'error',
      from: { path: '^shared/' },
      to: { dependencyTypes: ['core'] },
    },
    only('shared', '^shared/', '^shared/', 'shared imports shared'),
    only('server-data', '^server/data/', '^(shared|server/data)/', 'data imports no higher layer'),
    only(
      'server-backup',
      '^server/backup/',
      '^(shared|server/(backup|data))/',
      'a backup reads tables and files without rules of the domain',
    ),
    only(
      'server-metrics',
      '^server/metrics/',
      '^(shared|server/(metrics|domain|data))/',
      'metrics count; they import no route',
    ),
    only('server-mail', '^server/mail/', '^(shared|server/mail)/', 'mail imports mail'),
    only(
      'server-providers',
      '^server/providers/',
      '^(shared|server/providers)/',
      'providers import providers',
    ),
    only(
      'server-domain',
      '^server/domain/',
      '^(shared|server/(domain|data|mail|providers))/',
      'the domain is independent of HTTP',
    ),
    only(
      'server-http',
      '^server/http/',
      '^(shared|server/(http|domain))/|^server/[a-z-]+\\.ts$',
      'middleware calls the domain, never SQL',
    ),
    only(
      'server-routes',
      '^server/routes/',
      '^(shared|server/(routes|http|domain))/|^server/[a-z-]+\\.ts$',
      'routes call the domain, never SQL',
    ),
    only('server', '^server/', '^(shared|server)/', 'the server does not import the web'),
    only('web', '^web/', '^(shared|web)/', 'the web does not import the server'),
    only(
      'web-api',
      '^web/api/',
      '^(shared|web/api)/|^web/outbox/(indexed-db|open-channel)\\.ts$',
      'API calls are independent of screens',
    ),
    only(
      'web-components',
      '^web/components/',
      '^(shared|web/components)/',
      'components render props; they load no data',
    ),
    only(
      'web-outbox',
      '^web/outbox/',
      '^(shared|web/outbox)/',
      'the queue is independent of its items',
    ),
    only(
      'web-reports',
      '^web/reports/',
      '^(shared|web/(reports|outbox|api))/',
      'reports of guests are independent of screens',
    ),
    only(
      'web-forms',
      '^web/forms/',
      '^(shared|web/forms)/',
      'form state is independent of components',
    ),
    only(
      'web-features',
      '^web/features/',
      '^(shared|web/(features|components|forms|reports|api))/',
      'features import no screen',
    ),
    only(
      'web-screens',
      '^web/screens/',
      '^(shared|web/(screens|features|components|forms|reports|api))/',
      'a screen does not import the shell',
    ),
    only(
      'web-shell',
      '^web/shell/',
      '^(shared|web/(shell|features|components|forms|replica|api))/',
      'the shell loads screens through web/app.tsx and web/routes.tsx only',
    ),
    only(
      'web-replica',
      '^web/replica/',
      '^(shared|web/(replica|outbox|api))/',
      'the replica is independent of screens',
    ),
    {
      name: 'features-apart',
      comment: 'features do not import each other',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'screens-apart',
      comment: 'one screen per URL; screens do not import each other',
      severity: 'error',
      from: { path: '^web/screens/([^/]+)' },
      to: { path: '^web/screens/', pathNot: '^web/screens/$1' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What scripts/bench/peers imports is installed only when that bench runs.
    exclude: { path: '(^|/)(node_modules|dist)/|^scripts/bench/peers/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
}
