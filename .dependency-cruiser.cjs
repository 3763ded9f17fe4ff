// The arrows of the house: who may import whom. Each rule is one sentence of the README's map.
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
    only('server-data', '^server/data/', '^(shared|server/data)/', 'data imports no higher room'),
    only('server-mail', '^server/mail/', '^(shared|server/mail)/', 'mail stands alone'),
    only(
      'server-domain',
      '^server/domain/',
      '^(shared|server/(domain|data|mail))/',
      'domain never knows HTTP',
    ),
    only(
      'server-http',
      '^server/http/',
      '^(shared|server/(http|domain))/|^server/[a-z-]+\\.ts$',
      'what every request passes knows the domain, never SQL',
    ),
    only(
      'server-routes',
      '^server/routes/',
      '^(shared|server/(routes|http|domain))/|^server/[a-z-]+\\.ts$',
      'routes speak HTTP, never SQL',
    ),
    only('server', '^server/', '^(shared|server)/', 'the server does not import the web'),
    only('web', '^web/', '^(shared|web)/', 'the web does not import the server'),
    only('web-api', '^web/api/', '^(shared|web/api)/', 'the way to the server knows no screen'),
    only(
      'web-components',
      '^web/components/',
      '^(shared|web/components)/',
      'components know look and feel, no data',
    ),
    only(
      'web-reports',
      '^web/reports/',
      '^(shared|web/(reports|api))/',
      'what guests send knows no screen',
    ),
    only('web-forms', '^web/forms/', '^(shared|web/forms)/', 'what a form keeps and says'),
    only(
      'web-features',
      '^web/features/',
      '^(shared|web/(features|components|forms|reports|api))/',
      'features do not know screens',
    ),
    only(
      'web-screens',
      '^web/screens/',
      '^(shared|web/(screens|features|components|forms|reports|api))/',
      'a screen does not know what stands around it',
    ),
    only(
      'web-shell',
      '^web/shell/',
      '^(shared|web/(shell|features|components|forms|replica|api))/',
      'what stands around a screen knows none',
    ),
    only(
      'web-replica',
      '^web/replica/',
      '^(shared|web/(replica|api))/|^migrations/browser/',
      'the copy knows no screen',
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
    exclude: { path: '(^|/)(node_modules|dist)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
}
