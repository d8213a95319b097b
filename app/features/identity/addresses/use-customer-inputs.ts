import { useAfterPointer } from '#app/lib/use-after-pointer.ts'
import type { CustomerField } from '#domain/customer.ts'
import type { DraftField } from './customer-draft.ts'
import type { CustomerInputs } from './customer-fields.tsx'

interface CustomerDraft {
  draft: Record<CustomerField, string>
  errors: Partial<Record<CustomerField, string>>
  change: (name: DraftField, value: string) => void
  leave: (name: CustomerField) => void
}

/** Binds the inputs of a customer form to its draft; a field is checked when it is left, after the press that left it. */
export function useCustomerInputs({ draft, errors, change, leave }: CustomerDraft): CustomerInputs {
  const afterPointer = useAfterPointer()
  return (name) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event) => change(name, event.target.value),
    onBlur: () => afterPointer(() => leave(name)),
  })
}
