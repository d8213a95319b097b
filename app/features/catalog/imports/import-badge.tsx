import type { ImportLine } from '#contract/catalog/imports.ts'
import type { ImportKind } from '#domain/import-fields.ts'

const STATES: Record<ImportLine['status'], [label: string, tone: string]> = {
  draft: ['Not started', 'idle'],
  waiting: ['Waiting', 'blue'],
  running: ['Running', 'blue'],
  done: ['Imported', 'ok'],
  failed: ['Failed', 'bad'],
  undone: ['Undone', 'idle'],
}

/** Status badge of an import. */
export function ImportStatusBadge({ status }: { status: ImportLine['status'] }) {
  const [label, tone] = STATES[status]
  return <span className={`status ${tone}`}>{label}</span>
}

/** Labels of the systems that a file can come from. */
export const KIND_LABELS: Record<ImportKind, string> = {
  reflute: "This catalog uses this shop's layout, so its columns are already matched.",
  shopify: 'This is a Shopify product export. Each variant becomes a product, named after its options. HTML becomes plain text.',
  woocommerce:
    'This is a WooCommerce product export. Each variation becomes a product, attributes become specifications and HTML becomes plain text.',
  magento: 'This is a Magento product export. Variants become products, attributes become specifications and HTML becomes plain text.',
  bagisto: 'This is a Bagisto product export. Variants become products, named after their attributes. HTML becomes plain text.',
  medusa: 'This is a Medusa product export. Each variant becomes a product, named after its options. HTML becomes plain text.',
  spree: 'This is a Spree product export. Each variant becomes a product, named after its options. HTML becomes plain text.',
  vendure: 'This is a Vendure product file. Each variant becomes a product, named after its options. HTML becomes plain text.',
  prestashop: 'This is a PrestaShop product file. Features become specifications and HTML becomes plain text.',
  google: 'This is a product feed for Google. Currencies are taken from its prices, and HTML becomes plain text.',
  other: 'Match each column to a field. Columns you skip change nothing.',
}
