import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { DraftNotice } from '#app/features/kit/forms/draft-notice.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { NeighborLinks } from '#app/features/kit/frame/neighbor-links.tsx'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { FitsField } from './fits-field.tsx'
import { ModelSection } from './model-fields.tsx'
import { DeliveryFields, FormSection, SustainabilityFields } from './sections.tsx'
import { SpecificationsField } from './specifications-field.tsx'
import { TradeSection } from './trade-fields.tsx'
import type { useProductForm } from './use-product-form.ts'

const PapersSection = lazy(() => import('#app/features/catalog/papers/papers-section.tsx'))

interface FormFrameProps extends Pick<ComponentProps<typeof NeighborLinks>, 'read' | 'hrefOf'> {
  form: ReturnType<typeof useProductForm>
  title: string
  /** Null for a new product. */
  product: ProductForm | null
  /** The list that it is left for. */
  back: string
  /** The parts that it begins with. */
  children: ReactNode
}

/** The form of a product, of staff or of its seller: a draft, their own parts, those of both, and the foot. */
export function FormFrame({ form, title, product, back, read, hrefOf, children }: FormFrameProps) {
  const { section, opened } = form
  return (
    <>
      {form.draft && <DraftNotice {...form.draft} />}
      <RecordForm form={form} className="product-form mt-4.5" aria-label={title}>
        {children}
        <FormSection id="specifications" title="Specifications" isExtra>
          <SpecificationsField {...section} />
          <FitsField {...section} opened={opened} />
        </FormSection>
        <FormSection id="sustainability" title="Sustainability" isExtra>
          <SustainabilityFields {...section} />
        </FormSection>
        <ModelSection {...section} />
        <TradeSection {...section} opened={opened} />
        <FormSection id="delivery" title="Delivery and address" isExtra>
          <DeliveryFields {...section} opened={opened} />
        </FormSection>
        <div className="form-actions">
          <p role="status">{form.isDirty && 'Not saved yet'}</p>
          {product && <NeighborLinks records="products" noun="product" id={product.id} read={read} hrefOf={hrefOf} />}
          <Link to={back} className="button hollow">
            Cancel
          </Link>
          <BusyButton className="button hollow" isBusy={form.isBusy} onPress={form.saveAndStay}>
            Save
          </BusyButton>
          <SubmitButton isBusy={form.isBusy} busy={product ? 'Updating...' : 'Creating...'}>
            {product ? 'Update Product' : 'Create Product'}
          </SubmitButton>
        </div>
      </RecordForm>
      {product && (
        <Suspense fallback={<div className="skeleton mt-5 h-40" />}>
          <PapersSection product={product} />
        </Suspense>
      )}
    </>
  )
}
