import { AREAS } from './scripts/areas.ts'
import { DOORS } from './scripts/doors.ts'
import { VERBS } from './scripts/file-names.ts'

/* Who may import whom. The areas, their order and their doors stand in `scripts/areas.ts` and `scripts/doors.ts`. */

const never = (name, from, to) => ({ name, severity: 'error', from, to })

const TESTS = ['\\.test\\.', '^server/(testing|seed)/']
const inArea = (areas) => `^(server|contract|app/features)/(${areas})/`

/** An area imports only areas below it; so there are no circles between areas. */
const downward = AREAS.slice(1).map((area, index) =>
  never(`${area}-imports-downward`, { path: inArea(area), pathNot: TESTS }, { path: inArea(AREAS.slice(0, index + 1).join('|')) }),
)

/** Another area imports only an area's doors. What puts areas together, beside them, imports what it needs; the platform is open. */
const doors = ['server', 'app/features'].flatMap((side) =>
  AREAS.filter((area) => area !== 'platform').map((area) =>
    never(
      `${area}-doors`,
      { path: inArea(AREAS.filter((other) => other !== area).join('|')), pathNot: TESTS },
      { path: `^${side}/${area}/`, pathNot: (DOORS[side][area] ?? []).map((door) => `^${side}/${area}/${door.replaceAll('.', '\\.')}$`) },
    ),
  ),
)

export default {
  forbidden: [
    ...downward,
    ...doors,
    never('domain-imports-nothing', { path: '^domain/', pathNot: '\\.test\\.' }, { pathNot: '^domain/' }),
    never(
      'contract-imports-domain-and-zod',
      { path: '^contract/', pathNot: '\\.test\\.' },
      { pathNot: '^(contract|domain)/|node_modules/zod/' },
    ),
    never('app-never-server', { path: '^app/' }, { path: '^server/' }),
    never('server-never-app', { path: '^server/' }, { path: '^app/' }),
    never('ui-knows-no-shop', { path: '^app/ui/' }, { path: '^(app/(features|screens)|contract)/' }),
    never('lib-knows-no-ui', { path: '^app/lib/' }, { path: '^app/(ui|features|screens)/' }),
    never('kit-knows-no-area', { path: '^app/features/kit/' }, { path: '^app/features/(?!kit/)' }),
    never('drawings-import-domain', { path: '^drawings/', pathNot: '\\.test\\.' }, { pathNot: '^(drawings|domain)/' }),
    never('features-know-no-screens', { path: '^app/features/' }, { path: '^app/screens/' }),
    never('areas-are-apart', { path: '^app/screens/([^/]+)/' }, { path: '^app/screens/', pathNot: '^app/screens/($1|shell)/' }),
    never(
      'sql-in-queries',
      {
        path: [`^server/.*/(${VERBS.join('|')})-[^/]*$`, 'routes\\.ts$'],
        pathNot: ['^server/(platform/db|seed|testing)/', '\\.test\\.ts$'],
      },
      { path: 'node_modules/drizzle-orm/|^server/platform/db/schema\\.ts$' },
    ),
    never(
      'http-in-routes',
      {
        path: '^server/',
        pathNot: ['/[a-z-]*routes\\.ts$', '^server/(platform/(http|answers)/|testing/|ssr/|app|main|serve-shop)', '\\.test\\.ts$'],
      },
      { path: 'node_modules/(fastify|@fastify|pino)/' },
    ),
    never(
      'vendors-one-door',
      { path: '^server/', pathNot: ['^server/(platform/vendors|testing)/', '\\.test\\.ts$'] },
      {
        path: 'node_modules/(stripe|nodemailer|otpauth|@simplewebauthn|sharp|read-excel-file|write-excel-file|saxen|csv-parse|csv-stringify|yauzl|pdfkit|pg-boss)/',
      },
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
