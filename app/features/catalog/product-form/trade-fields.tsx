import type { ReactNode } from 'react'
import { fromShopTime, toShopTime } from '#app/lib/format.ts'
import { CheckField } from '#app/ui/field.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { FIELD_KEYS, type FieldGroup, type FieldKey, isPlain, PRODUCT_FIELDS, plainField } from '#domain/product-fields.ts'
import { contactInputs, FactInput, type Input, inputsOf, WARNINGS } from './fact-inputs.tsx'
import { type FactValues, textAt, withValue } from './fact-values.ts'
import { LadderField } from './ladder-field.tsx'
import { ReadinessList } from './readiness-list.tsx'
import type { FormSectionProps } from './section-props.ts'
import { FormSection } from './sections.tsx'

interface FactProps extends Pick<FormSectionProps, 'errors'> {
  facts: FactValues
  set: (facts: FactValues) => void
}

function Group({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 not-first:mt-6">
      <legend className="font-strong">{title}</legend>
      {text && <p className="mt-1 max-w-text text-sm text-ink-2">{text}</p>}
      <div className="field-rows mt-3 sm:grid-cols-2 xl:grid-cols-4">{children}</div>
    </fieldset>
  )
}

function FormInput({ input, facts, errors, set }: FactProps & { input: Input }) {
  const { path, type } = input
  const text = textAt(facts, path)
  const field = (
    <FactInput
      input={input}
      error={errors[path]}
      value={type ? toShopTime(text) : text}
      onChange={({ target: { value } }) => set(withValue(facts, path.split('.'), type ? (fromShopTime(value) ?? '') : value))}
    />
  )
  return input.isLong ? <div className="row-span-4 sm:col-span-2 lg:col-span-3">{field}</div> : field
}

const GROUPS: Readonly<Record<Exclude<FieldGroup, 'ladder' | 'safety'>, { title: string; text?: string }>> = {
  numbers: { title: 'Numbers' },
  package: { title: 'Package', text: 'One sale unit as it ships, with pallet and crate.' },
  customs: { title: 'Customs and tax' },
  unit: {
    title: 'Sale unit',
    text: 'Minimum and steps are in sale units. With a minimum of 5 and steps of 3, buyers can order 5, 8, 11 and so on.',
  },
  sale: {
    title: 'Sale',
    text: 'A lower price for a limited time, in both currencies. Buyers see the lowest price of the 30 days before the sale struck through.',
  },
  warranty: { title: 'Warranty', text: 'Machines always have at least 24 months.' },
}

/** A box of the form; nothing for a fact of another kind. */
function FactBox({ name, facts, set }: Omit<FactProps, 'errors'> & { name: FieldKey }) {
  const field = isPlain(name) ? plainField(name) : null
  if (!isPlain(name) || field?.kind !== 'flag') return null
  const change = (isTicked: boolean) => set({ ...facts, [name]: isTicked })
  return (
    <CheckField label={field.statement} name={name} checked={facts[name] === true} onChange={(event) => change(event.target.checked)} />
  )
}

/** Facts of one part of the form, those with a box below the others. */
function FactGroup({ group, ...props }: FactProps & { group: keyof typeof GROUPS }) {
  const keys = FIELD_KEYS.filter((key) => PRODUCT_FIELDS[key].group === group)
  const inputs = keys.filter((key) => PRODUCT_FIELDS[key].kind !== 'flag').flatMap(inputsOf)
  return (
    <>
      <Group {...GROUPS[group]}>
        {inputs.map((input) => (
          <FormInput key={input.path} input={input} {...props} />
        ))}
      </Group>
      {keys.map((key) => (
        <FactBox key={key} name={key} {...props} />
      ))}
    </>
  )
}

function Contact({ of, ...props }: FactProps & { of: 'manufacturer' | 'responsible' }) {
  return contactInputs(of).map((input) => <FormInput key={input.path} input={input} {...props} />)
}

/** The section with what identifies, ships and sells a product. None of it is needed to save. */
export function TradeSection({ opened, ...section }: FormSectionProps & { opened: ProductForm | null }) {
  const { values, errors, change } = section
  const { facts } = values
  const part = { facts, errors, set: (facts: FactValues) => change({ facts }) }
  return (
    <FormSection
      id="trade"
      title="Trade and logistics"
      isExtra
      text="Numbers, packed weight and size, and how the product is sold. Shown on the product page. Tax class and safety contacts are for documents."
    >
      {opened && <ReadinessList values={values} opened={opened} />}
      <FactGroup group="numbers" {...part} />
      <FactGroup group="package" {...part} />
      <FactGroup group="customs" {...part} />
      <FactGroup group="unit" {...part} />
      <FactGroup group="sale" {...part} />
      <LadderField {...section} />
      <FactGroup group="warranty" {...part} />
      <Group
        title="Product safety: maker"
        text="The maker's contact for product safety questions. End the address with the country. If empty, the name, postal address and email of the business."
      >
        <Contact of="manufacturer" {...part} />
      </Group>
      <Group
        title="Product safety: responsible person"
        text="Only if the maker is outside the European Union: who is responsible for the product there. Without a maker, a responsible person and an MPN or SKU, the product isn't offered to private buyers in the European Union."
      >
        <Contact of="responsible" {...part} />
      </Group>
      <div className="mt-4">
        <FormInput input={WARNINGS} {...part} />
      </div>
    </FormSection>
  )
}
