import { Picker } from '#app/features/kit/forms/picker.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { fitChoicesQuery } from './queries.ts'
import type { FormSectionProps } from './section-props.ts'

const MAX_FITS = 100

/** The products that a part or an accessory fits. Names that are no products of the shop stay in the specification `Fits`. */
export function FitsField({ values: { fits }, errors, change, opened }: FormSectionProps & { opened: ProductForm | null }) {
  const error = Object.entries(errors).find(([field]) => field.startsWith('fits'))?.[1]
  const notLinked = opened?.notLinked ?? []
  return (
    <div className="mt-6">
      <h3 id="fits-title">Fits</h3>
      {fits.length > 0 && (
        <ul className="mt-2 grid gap-2" aria-labelledby="fits-title">
          {fits.map(({ id, name }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </span>
              <button
                type="button"
                className="button hollow small"
                onClick={() => change({ fits: fits.filter((other) => other.id !== id) })}
              >
                Remove
                <span className="visually-hidden">
                  {' '}
                  <bdi>{name}</bdi>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {notLinked.length > 0 && <p className="mt-2 text-ink-2 wrap-anywhere">Not linked: {notLinked.join(', ')}</p>}
      {fits.length < MAX_FITS && (
        <Picker
          label={fits.length > 0 ? 'Add another product that it fits' : 'Add a product that it fits'}
          name="fits"
          hint="Shown on both products' pages. The specification “Fits” is updated when you save."
          error={error}
          none="No product has this name."
          read={fitChoicesQuery}
          idOf={({ id }) => id}
          onChoose={({ id, name }) => {
            if (id !== opened?.id && !fits.some((other) => other.id === id)) change({ fits: [...fits, { id, name }] })
          }}
        >
          {({ name, businessName }) => (
            <>
              <span className="font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </span>
              <span className="col-1 text-ink-2 text-sm wrap-anywhere">
                <bdi>{businessName}</bdi>
              </span>
            </>
          )}
        </Picker>
      )}
    </div>
  )
}
