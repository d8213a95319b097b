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
  reflute: 'This is a catalogue in the layout of this shop: its columns are known.',
  shopify:
    'This is a product file of Shopify. Rows with the same handle become one product: the price of the first, the stock of all. HTML becomes plain text.',
  woocommerce: 'This is a product file of WooCommerce. Attributes become specifications, HTML becomes plain text.',
  other: 'Please say what each column is. Columns that are passed over change nothing.',
}
