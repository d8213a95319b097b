/** Who may import whom: the five sentences of docs/architecture.md. */
const never = (name, from, to) => ({ name, severity: 'error', from, to })

/** Files that hold SQL are named for what they read, use cases for what they do: so a file with one of these first words has none. */
const VERBS =
  'activate|add|adopt|answer|apply|ask|book|bootstrap|cancel|change|check|choose|claim|close|compare|confirm|connect|copy|correct|count|create|delete|deliver|describe|draw|edit|end|erase|expire|export|feature|fill|find|follow|give|guess|handle|hold|import|insert|keep|list|load|lock|log|mail|map|mark|migrate|move|name|note|notify|place|plan|prepare|present|preview|price|propose|purge|read|reconcile|record|refund|register|release|remind|remove|render|reorder|request|resend|reset|retake|retry|return|review|run|save|send|serve|set|settle|share|start|store|subscribe|take|tell|undo|update|upload|verify|watch|work|write'

module.exports = {
  forbidden: [
    never('domain-imports-nothing', { path: '^domain/(?!.*\\.test\\.)' }, { pathNot: '^domain/' }),
    never('contract-imports-domain-and-zod', { path: '^contract/(?!.*\\.test\\.)' }, { pathNot: '^(contract|domain)/|node_modules/zod/' }),
    never('app-never-server', { path: '^app/' }, { path: '^server/' }),
    never('server-never-app', { path: '^server/' }, { path: '^app/' }),
    never('ui-knows-no-shop', { path: '^app/ui/' }, { path: '^(app/(features|screens)|contract)/' }),
    never('features-know-no-screens', { path: '^app/features/' }, { path: '^app/screens/' }),
    never('areas-are-apart', { path: '^app/screens/([^/]+)/' }, { path: '^app/screens/', pathNot: '^app/screens/($1|shell)/' }),
    never(
      'sql-in-queries',
      { path: [`^server/.*/(${VERBS})-[^/]*$`, 'routes\\.ts$'], pathNot: ['^server/(platform/db|seed|testing)/', '\\.test\\.ts$'] },
      { path: 'node_modules/drizzle-orm/|^server/platform/db/schema\\.ts$' },
    ),
    never(
      'http-in-routes',
      { path: '^server/', pathNot: ['/[a-z-]*routes\\.ts$', '^server/(platform/http/|testing/|ssr/|app|main)', '\\.test\\.ts$'] },
      { path: 'node_modules/(fastify|@fastify|pino)/' },
    ),
    never(
      'vendors-one-door',
      { path: '^server/', pathNot: ['^server/platform/vendors/', '\\.test\\.ts$'] },
      { path: 'node_modules/(stripe|nodemailer|sharp|read-excel-file|write-excel-file|csv-parse|csv-stringify|yauzl|pdfkit|pg-boss)/' },
    ),
    never('no-unresolved', {}, { couldNotResolve: true, pathNot: '/\\+types/|^virtual:|\\?url$' }),
    never('no-file-cycles', {}, { circular: true }),
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
