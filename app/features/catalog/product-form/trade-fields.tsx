import type { ReactNode } from 'react'
import { CONTENT_UNIT_LABELS, SALE_UNIT_LABELS, TAX_LABELS } from '#app/features/catalog/products/trade-facts.ts'
import { fromShopTime, toShopTime } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { CONTENT_UNITS, FACT_LENGTHS, NO_FACTS, SALE_UNITS, TAX_CLASSES } from '#domain/product-facts.ts'
import { zoneName } from '#domain/text.ts'
import type { FactValues } from './fact-values.ts'
import { LadderField } from './ladder-field.tsx'
import { ReadinessList } from './readiness-list.tsx'
import type { FormSectionProps } from './section-props.ts'
import { FormSection } from './sections.tsx'

const countries = new Intl.DisplayNames('en', { type: 'region' })
const COUNTRIES = COUNTRY_CODES.map((code) => ({ code, name: countries.of(code) ?? code })).sort((a, b) =>
  a.name.localeCompare(b.name, 'en'),
)

type TextName =
  | 'sku'
  | 'mpn'
  | 'brand'
  | 'gtin'
  | 'weight'
  | 'hsCode'
  | 'minQuantity'
  | 'quantityStep'
  | 'warrantyMonths'
  | 'saleUSD'
  | 'saleEUR'

function Group({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 not-first:mt-6">
      <legend className="font-strong">{title}</legend>
      {text && <p className="mt-1 max-w-text text-sm text-ink-2">{text}</p>}
      <div className="field-rows mt-3 sm:grid-cols-2 lg:grid-cols-4">{children}</div>
    </fieldset>
  )
}

/** The section with what identifies, ships and sells a product. None of it is needed to save. */
export function TradeSection({ opened, ...section }: FormSectionProps & { opened: ProductForm | null }) {
  const { values, errors, change } = section
  const { facts } = values
  const set = (more: Partial<FactValues>) => change({ facts: { ...facts, ...more } })
  const field = (name: TextName, label: string, more: { hint?: string; maxLength?: number; isNumber?: boolean } = {}) => (
    <TextField
      label={label}
      name={name}
      isOptional
      hint={more.hint}
      maxLength={more.maxLength ?? 40}
      inputMode={more.isNumber ? 'decimal' : undefined}
      value={facts[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  const moment = (name: 'saleFrom' | 'saleTo', label: string, hint: string) => (
    <TextField
      label={label}
      name={name}
      type="datetime-local"
      isOptional
      hint={hint}
      value={toShopTime(facts[name])}
      error={errors[name]}
      onChange={({ target: { value } }) => set({ [name]: fromShopTime(value) ?? '' })}
    />
  )
  const side = (name: 'length' | 'width' | 'height', label: string) => (
    <TextField
      label={`${label} in mm`}
      name={`package.${name}`}
      isOptional
      inputMode="numeric"
      maxLength={6}
      value={facts.package[name]}
      error={errors[`package.${name}`]}
      onChange={(event) => set({ package: { ...facts.package, [name]: event.target.value } })}
    />
  )
  return (
    <FormSection
      id="trade"
      title="Trade and logistics"
      isExtra
      text="Numbers, packed weight and size, and how the product is sold. Shown on the product page. Tax class and safety contacts are for documents."
    >
      {opened && <ReadinessList values={values} opened={opened} />}
      <Group title="Numbers">
        {field('sku', 'SKU', { hint: 'Your own number for this product', maxLength: FACT_LENGTHS.sku })}
        {field('mpn', 'MPN', { hint: "The maker's part number", maxLength: FACT_LENGTHS.mpn })}
        {field('gtin', 'GTIN', { hint: 'EAN or UPC, with its check digit', isNumber: true })}
        {field('brand', 'Brand', { hint: 'If empty, the name of the business', maxLength: FACT_LENGTHS.brand })}
      </Group>
      <Group title="Package" text="One sale unit as it ships, with pallet and crate.">
        {field('weight', 'Packed weight in kg', { isNumber: true })}
        {side('length', 'Length')}
        {side('width', 'Width')}
        {side('height', 'Height')}
      </Group>
      <Group title="Customs and tax">
        {field('hsCode', 'HS code', { hint: '6 to 10 digits' })}
        <SelectField
          label="Country of origin"
          name="originCountry"
          isOptional
          value={facts.originCountry}
          error={errors.originCountry}
          onChange={(event) => set({ originCountry: event.target.value })}
        >
          <option value="">Not given</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Tax class"
          name="taxClass"
          value={facts.taxClass}
          error={errors.taxClass}
          onChange={({ target: { value } }) => set({ taxClass: TAX_CLASSES.find((known) => known === value) ?? 'standard' })}
        >
          {TAX_CLASSES.map((name) => (
            <option key={name} value={name}>
              {TAX_LABELS[name]}
            </option>
          ))}
        </SelectField>
      </Group>
      <Group
        title="Sale unit"
        text="Minimum and steps are in sale units. With a minimum of 5 and steps of 3, buyers can order 5, 8, 11 and so on."
      >
        <SelectField
          label="Sold by the"
          name="saleUnit"
          value={facts.saleUnit}
          error={errors.saleUnit}
          onChange={({ target: { value } }) => set({ saleUnit: SALE_UNITS.find((known) => known === value) ?? NO_FACTS.saleUnit })}
        >
          {SALE_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {SALE_UNIT_LABELS[unit]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Content"
          name="content.amount"
          inputMode="decimal"
          maxLength={14}
          value={facts.content.amount}
          error={errors['content.amount']}
          onChange={(event) => set({ content: { ...facts.content, amount: event.target.value } })}
        />
        <SelectField
          label="Unit"
          name="content.unit"
          value={facts.content.unit}
          error={errors['content.unit']}
          onChange={({ target: { value } }) =>
            set({ content: { ...facts.content, unit: CONTENT_UNITS.find((known) => known === value) ?? '' } })
          }
        >
          <option value="">None</option>
          {CONTENT_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {CONTENT_UNIT_LABELS[unit]}
            </option>
          ))}
        </SelectField>
        {field('minQuantity', 'Minimum order', { isNumber: true })}
        {field('quantityStep', 'Sold in steps of', { isNumber: true })}
      </Group>
      <CheckField
        label="Custom-made to the buyer's specifications: private buyers in the European Union can't withdraw from the contract"
        name="isCustom"
        checked={facts.isCustom}
        onChange={(event) => set({ isCustom: event.target.checked })}
      />
      <Group
        title="Sale"
        text="A lower price for a limited time, in both currencies. Buyers see the lowest price of the 30 days before the sale struck through."
      >
        {field('saleUSD', 'Sale price in USD ($)', { isNumber: true })}
        {field('saleEUR', 'Sale price in EUR (€)', { isNumber: true })}
        {moment('saleFrom', 'Sale begins', `In ${zoneName(getShop().timeZone)}. If empty, when you save`)}
        {moment('saleTo', 'Sale ends', 'If empty, the sale has no end')}
      </Group>
      <LadderField {...section} />
      <Group title="Warranty" text="Machines always have at least 24 months.">
        {field('warrantyMonths', 'Warranty in months', { isNumber: true })}
        <div className="row-span-4 sm:col-span-2 lg:col-span-3">
          <TextAreaField
            label="Warranty terms"
            name="warrantyText"
            isOptional
            rows={2}
            maxLength={FACT_LENGTHS.warrantyText}
            value={facts.warrantyText}
            error={errors.warrantyText}
            onChange={(event) => set({ warrantyText: event.target.value })}
          />
        </div>
      </Group>
      <SafetyFields errors={errors} safety={facts.safety} change={(safety) => set({ safety })} />
    </FormSection>
  )
}

const CONTACT_LABELS = { name: 'Name', address: 'Postal address', email: 'Email' } as const

function SafetyFields({
  errors,
  safety,
  change,
}: Pick<FormSectionProps, 'errors'> & { safety: FactValues['safety']; change: (safety: FactValues['safety']) => void }) {
  const contact = (role: 'manufacturer' | 'responsible') =>
    (['name', 'address', 'email'] as const).map((part) => (
      <TextField
        key={part}
        label={CONTACT_LABELS[part]}
        name={`safety.${role}.${part}`}
        isOptional
        maxLength={part === 'address' ? FACT_LENGTHS.contactAddress : FACT_LENGTHS.contactName}
        value={safety[role][part]}
        error={errors[`safety.${role}.${part}`]}
        onChange={(event) => change({ ...safety, [role]: { ...safety[role], [part]: event.target.value } })}
      />
    ))
  return (
    <>
      <Group
        title="Product safety: maker"
        text="The maker's contact for product safety questions. End the address with the country. If empty, the name, postal address and email of the business."
      >
        {contact('manufacturer')}
      </Group>
      <Group
        title="Product safety: responsible person"
        text="Only if the maker is outside the European Union: who is responsible for the product there. Without a maker, a responsible person and an MPN or SKU, the product isn't offered to private buyers in the European Union."
      >
        {contact('responsible')}
      </Group>
      <div className="mt-4">
        <TextAreaField
          label="Warnings"
          name="safety.warnings"
          isOptional
          rows={2}
          maxLength={FACT_LENGTHS.warnings}
          value={safety.warnings}
          error={errors['safety.warnings']}
          onChange={(event) => change({ ...safety, warnings: event.target.value })}
        />
      </div>
    </>
  )
}
