import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { BUSINESS_TYPES, type BusinessType } from '#domain/business.ts'
import { defaultShippingClass, PRODUCT_TYPES } from '#domain/product.ts'
import { categoryChoicesQuery } from './queries.ts'
import type { FormSectionProps } from './section-props.ts'

const TYPE_LABELS = { machine: 'Machine', material: 'Material' } as const
const BUSINESS_TYPE_LABELS = { producer: 'Producer', consumer: 'Consumer' } as const

const isPhone = () => matchMedia('(width < 40rem)').matches

interface SectionProps {
  id: string
  title: string
  text?: string
  /** True when nothing in it is required: collapsed at first on a phone. */
  isExtra?: boolean
  children: ReactNode
}

/** A section of the form, which collapses under its heading. A refused field in it opens it. */
export function FormSection({ id, title, text, isExtra = false, children }: SectionProps) {
  const [isOpen, setOpen] = useState(() => !(isExtra && isPhone()))
  return (
    <section aria-labelledby={id} className="form-section">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h2 id={id}>{title}</h2>
        </summary>
        {text && <p className="mt-1 max-w-text text-ink-2">{text}</p>}
        <div className="mt-4">{children}</div>
      </details>
    </section>
  )
}

/**
 * Name, description and type of a product (B139). `businessType` is the owner's; `hasOwnDescription`: the full description has a section of
 * its own.
 */
export function BasicFields({
  values,
  errors,
  change,
  businessType,
  hasOwnDescription = false,
  children,
}: FormSectionProps & { businessType: BusinessType | null; hasOwnDescription?: boolean; children?: ReactNode }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {children}
      <div className="md:col-span-2">
        <TextField
          label="Product name"
          name="name"
          required
          maxLength={160}
          value={values.name}
          error={errors.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </div>
      <div className="md:col-span-2">
        <TextAreaField
          label="Short description"
          name="description"
          required
          rows={2}
          maxLength={1000}
          hint="One or two sentences, shown in lists and search results"
          value={values.description}
          error={errors.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </div>
      {!hasOwnDescription && (
        <div className="md:col-span-2">
          <FullDescriptionField values={values} errors={errors} change={change} />
        </div>
      )}
      <KindFields values={values} errors={errors} change={change} />
      <SelectField
        label="User type"
        name="businessType"
        required
        value={values.businessType}
        error={errors.businessType}
        hint="Follows the business that sells it"
        onChange={(event) => change({ businessType: BUSINESS_TYPES.find((type) => type === event.target.value) ?? '' })}
      >
        <option value="">Choose a user type</option>
        {BUSINESS_TYPES.map((type) => (
          <option key={type} value={type} disabled={businessType !== null && type !== businessType}>
            {BUSINESS_TYPE_LABELS[type]}
          </option>
        ))}
      </SelectField>
      <div className="self-end">
        <CheckField
          label="Featured product"
          name="featured"
          checked={values.featured}
          onChange={(event) => change({ featured: event.target.checked })}
        />
      </div>
    </div>
  )
}

export function FullDescriptionField({ values, errors, change }: FormSectionProps) {
  return (
    <TextAreaField
      label="Full description"
      name="fullDescription"
      isOptional
      rows={7}
      maxLength={20_000}
      value={values.fullDescription}
      error={errors.fullDescription}
      onChange={(event) => change({ fullDescription: event.target.value })}
    />
  )
}

/** Type and category, which must agree: changing one adjusts the other. */
function KindFields({ values, errors, change }: FormSectionProps) {
  const { data } = useQuery(queryOf(categoryChoicesQuery()))
  const categories = data?.items ?? []
  const kindOf = (value: string) => categories.find((category) => category.value === value)?.kind
  return (
    <>
      <SelectField
        label="Category"
        name="category"
        required
        value={values.category}
        error={errors.category}
        onChange={(event) => change({ category: event.target.value, typed: {}, type: kindOf(event.target.value) ?? values.type })}
      >
        <option value="">Choose a category</option>
        {!kindOf(values.category) && values.category && <option value={values.category}>{values.category}</option>}
        {PRODUCT_TYPES.map((kind) => (
          <optgroup key={kind} label={`${TYPE_LABELS[kind]}s`}>
            {categories
              .filter((category) => category.kind === kind)
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label="Type"
        name="type"
        required
        value={values.type}
        error={errors.type}
        onChange={(event) => {
          const type = PRODUCT_TYPES.find((known) => known === event.target.value) ?? ''
          const kind = kindOf(values.category)
          change({ type, ...(kind && type && kind !== type && { category: '' }) })
        }}
      >
        <option value="">Choose a type</option>
        {PRODUCT_TYPES.map((type) => (
          <option key={type} value={type}>
            {TYPE_LABELS[type]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** Both prices and the stock (B140). */
export function PricingFields({
  values,
  errors,
  change,
  reloadStock,
  isStockRequired = true,
}: FormSectionProps & { isStockRequired?: boolean }) {
  const stock = /^\d+$/.test(values.stock) ? Number(values.stock) : null
  const { low, restock } = getShop().stock
  const advice = stock !== null && stock < low ? `Low stock: restock to ${figure(restock)} or more units` : undefined
  const price = (name: 'priceUSD' | 'priceEUR', label: string) => (
    <TextField
      label={label}
      name={name}
      type="number"
      inputMode="decimal"
      required
      min="0"
      step="0.01"
      hint="Per unit, before tax"
      value={values[name]}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
  return (
    <div className="grid items-start gap-4 md:grid-cols-3">
      {price('priceUSD', 'Price in USD ($)')}
      {price('priceEUR', 'Price in EUR (€)')}
      <div>
        <TextField
          label="Stock"
          name="stock"
          type="number"
          inputMode="numeric"
          required={isStockRequired}
          min="0"
          step="1"
          value={values.stock}
          error={errors.stock}
          hint={advice ?? 'Units in stock'}
          onChange={(event) => change({ stock: event.target.value })}
        />
        {reloadStock && (
          <button type="button" className="button hollow small mt-2" onClick={reloadStock}>
            Reload stock
          </button>
        )}
      </div>
    </div>
  )
}

/** The product's environmental metrics, in the seller's words. */
export function SustainabilityFields({ values, errors, change }: FormSectionProps) {
  const metric = (name: 'energyEfficiency' | 'materialSavings' | 'carbonReduction', label: string, placeholder: string) => (
    <TextField
      label={label}
      name={name}
      isOptional
      maxLength={1000}
      placeholder={placeholder}
      value={values[name]}
      error={errors[name] ?? errors[`sustainabilityMetrics.${name}`]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
  return (
    <div className="grid items-start gap-4 md:grid-cols-3">
      {metric('energyEfficiency', 'Energy efficiency', '0.75 kW in use')}
      {metric('materialSavings', 'Material savings', '65% less new material')}
      {metric('carbonReduction', 'Carbon reduction', '1.2 t CO2e a year')}
    </div>
  )
}

/** Shipping class, lead time and slug. */
export function DeliveryFields({ values, errors, change, opened }: FormSectionProps & { opened: { slug: string } | null }) {
  const usual = values.category ? defaultShippingClass(values.category) : null
  return (
    <div className="grid items-start gap-4 md:grid-cols-3">
      <TextField
        label="Lead time in business days"
        name="leadTimeDays"
        type="number"
        inputMode="numeric"
        isOptional
        min="0"
        max="365"
        step="1"
        hint="Leave empty for products in stock; over 3 days shows as made to order"
        value={values.leadTimeDays}
        error={errors.leadTimeDays}
        onChange={(event) => change({ leadTimeDays: event.target.value })}
      />
      <SelectField
        label="Ships as"
        name="shippingClass"
        value={values.shippingClass}
        error={errors.shippingClass}
        hint="Freight ships by the standard method only"
        onChange={({ target: { value } }) => change({ shippingClass: value === 'parcel' || value === 'freight' ? value : '' })}
      >
        {!opened && <option value="">{usual ? `As usual: ${usual}` : 'As usual for its category'}</option>}
        <option value="parcel">Parcel</option>
        <option value="freight">Freight</option>
      </SelectField>
      <TextField
        label="Address"
        name="slug"
        isOptional
        maxLength={80}
        placeholder="fold-cutter"
        hint={
          opened
            ? 'The part after /products/. The previous address redirects here'
            : 'The part after /products/. Leave empty to use the name'
        }
        value={values.slug}
        error={errors.slug}
        onChange={(event) => change({ slug: event.target.value })}
      />
    </div>
  )
}
