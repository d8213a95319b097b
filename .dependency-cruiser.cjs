/** Who may import whom: the five sentences of docs/architecture.md. */
const never = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    never('domain-imports-nothing', { path: '^domain/(?!.*\\.test\\.)' }, { pathNot: '^domain/' }),
    never('contract-imports-domain-and-zod', { path: '^contract/(?!.*\\.test\\.)' }, { pathNot: '^(contract|domain)/|node_modules/zod/' }),
    never('app-never-server', { path: '^app/' }, { path: '^server/' }),
    never('server-never-app', { path: '^server/' }, { path: '^app/' }),
    never('ui-knows-no-shop', { path: '^app/ui/' }, { path: '^(app/(features|screens)|contract)/' }),
    never('features-know-no-screens', { path: '^app/features/' }, { path: '^app/screens/' }),
    never('areas-are-apart', { path: '^app/screens/([^/]+)/' }, { path: '^app/screens/', pathNot: '^app/screens/$1/' }),
    never(
      'sql-in-repositories',
      { path: '^server/', pathNot: ['/repository\\.ts$', '^server/(db|seed|testing)/', '\\.test\\.ts$'] },
      { path: 'node_modules/drizzle-orm/|^server/db/schema\\.ts$' },
    ),
    never(
      'http-in-routes',
      { path: '^server/', pathNot: ['/[a-z-]*routes\\.ts$', '^server/(http/|testing/|app|main|ssr)', '\\.test\\.ts$'] },
      { path: 'node_modules/(fastify|@fastify|pino)/' },
    ),
    never(
      'vendors-one-door',
      { path: '^server/', pathNot: ['^server/vendors/', '\\.test\\.ts$'] },
      { path: 'node_modules/(stripe|nodemailer|sharp|read-excel-file|write-excel-file|csv-parse|csv-stringify|yauzl|pdfkit|pg-boss)/' },
    ),
    never('no-unresolved', {}, { couldNotResolve: true, pathNot: '/\\+types/|^virtual:|\\?url$' }),
    never('no-file-cycles', {}, { circular: true }),
    { name: 'no-slice-cycles', severity: 'error', scope: 'folder', from: { path: '^(server|app/features)/' }, to: { circular: true } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.react-router)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
