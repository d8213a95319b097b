import { useState } from 'react'
import { figure, instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { ProductChange } from '#contract/catalog/staff-products.ts'
import { changesOf } from './change-text.ts'
import { productHistoryQuery } from './queries.ts'

const FIRST_CHANGES = 10
const MAX_CHANGES = 500

const ACTIONS: Readonly<Record<string, string>> = {
  'product.create': 'Created',
  'product.duplicate': 'Created as a copy',
  'product.import': 'Created from a file',
  'product.reimport': 'Changed from a file',
  'product.edit': 'Edited',
  'product.business': 'Business changed',
  'product.address': 'Address changed',
  'product.status': 'Status changed',
  'product.undo': 'Change undone',
  'product.restore': 'Restored',
  'product.featured': 'Featured changed',
  'product.stock': 'Stock set',
  'product.prices': 'Prices set',
  'product.facts': 'Trade facts set',
  'product.delete': 'Deleted',
}

const ROLES: Readonly<Record<string, string>> = {
  super_admin: 'Super Admin',
  application_admin: 'Application Admin',
  business_admin: 'Business Admin',
}

/** Change history of a product, newest first. */
export function ProductHistory({ id }: { id: string }) {
  const token = useToken((state) => state.token)
  const [limit, setLimit] = useState(FIRST_CHANGES)
  return (
    <section aria-labelledby="history" className="form-section mt-6">
      <h2 id="history">Change history</h2>
      <Load read={productHistoryQuery(token, id, limit)} failure="The change history could not be loaded.">
        {({ items, total }) => (
          <>
            {items.length === 0 && <p className="mt-2 text-ink-2">No changes since the product was added.</p>}
            <ol className="change-list mt-2.5">
              {items.map((change) => (
                <Entry key={change.id} change={change} />
              ))}
            </ol>
            {total > items.length && items.length < MAX_CHANGES && (
              <button type="button" className="link-button" onClick={() => setLimit(MAX_CHANGES)}>
                Show all {figure(total)}
              </button>
            )}
          </>
        )}
      </Load>
    </section>
  )
}

function Entry({ change }: { change: ProductChange }) {
  const { at, actorName, actorRole, action } = change
  const changed = changesOf(change)
  return (
    <li className="py-2.5">
      <p>
        <span className="font-medium">{ACTIONS[action] ?? action}</span> by <bdi>{actorName}</bdi>
        {ROLES[actorRole] && ` (${ROLES[actorRole]})`}, <time dateTime={at}>{instant(at)}</time>
      </p>
      {changed.length > 0 && (
        <dl className="grid gap-0.5 mt-1">
          {changed.map(({ label, before, after }) => (
            <div key={label} className="grid grid-cols-[minmax(6rem,12rem)_minmax(0,1fr)] gap-3">
              <dt className="text-ink-2">{label}</dt>
              <dd className="wrap-anywhere">
                {before !== null && <del dir="auto">{before || 'empty'}</del>} <ins dir="auto">{after || 'empty'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
