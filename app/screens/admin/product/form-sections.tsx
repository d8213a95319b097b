import { FeaturesField } from '#app/features/catalog/product-form/features-field.tsx'
import { ImagesField } from '#app/features/catalog/product-form/images-field.tsx'
import type { FormSectionProps } from '#app/features/catalog/product-form/section-props.ts'
import { BasicFields, FormSection, FullDescriptionField, PricingFields } from '#app/features/catalog/product-form/sections.tsx'
import type { Owner } from '#app/features/catalog/staff-products/sellers.ts'
import { SearchedSelect } from '#app/features/kit/forms/searched-select.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'

interface FormSectionsProps {
  section: FormSectionProps
  opened: ProductForm | null
  seller: Owner | null
  sellers: readonly Owner[]
}

/**
 * The parts that staff's form begins with, in the order of the specification: images, basic information, description, features (B70, B71).
 */
export function FormSections({ section, opened, seller, sellers }: FormSectionsProps) {
  const owner = ownersOf(seller, sellers).find(({ id }) => id === section.values.businessId) ?? null
  return (
    <>
      <FormSection id="images" title="Product Images" isExtra={opened !== null} text="Up to 5. The first one is shown in lists.">
        <ImagesField {...section} />
      </FormSection>
      <FormSection id="basic" title="Basic Information">
        <BasicFields {...section} businessType={owner?.businessType ?? null} hasOwnDescription>
          <div className="md:col-span-2">
            <OwnerField section={section} opened={opened} seller={seller} sellers={sellers} />
          </div>
        </BasicFields>
        <div className="mt-4">
          <PricingFields {...section} isStockRequired={false} />
        </div>
      </FormSection>
      <FormSection id="description" title="Description">
        <FullDescriptionField {...section} />
      </FormSection>
      <FormSection id="features" title="Features" isExtra text="What it can do, one per row. Lists show the first three.">
        <FeaturesField {...section} />
      </FormSection>
    </>
  )
}

/** Businesses to choose from, with the product's own while the list is being read. */
const ownersOf = (seller: Owner | null, sellers: readonly Owner[]) =>
  seller && !sellers.some(({ id }) => id === seller.id) ? [seller, ...sellers] : sellers

function hintOf(opened: ProductForm | null): string {
  if (!opened) return 'Sells and ships it'
  return opened.hasOrders
    ? "Can't be changed because the product has orders"
    : "Sells and ships it. Can't be changed after the first order."
}

/** Seller of the product. Fixed with its first order, because order lines belong to a business. */
function OwnerField({ section: { values, errors, change }, opened, seller, sellers }: FormSectionsProps) {
  const choices = ownersOf(seller, sellers)
  const choose = (id: string) => {
    const chosen = choices.find((business) => business.id === id)
    change({ businessId: id, businessType: chosen?.businessType ?? '' })
  }
  return (
    <SearchedSelect
      label="Business"
      name="businessId"
      find="Find a business"
      none="Choose a business"
      required
      options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      value={values.businessId}
      error={errors.businessId}
      hint={hintOf(opened)}
      disabled={opened?.hasOrders}
      onChange={(event) => choose(event.target.value)}
    />
  )
}
