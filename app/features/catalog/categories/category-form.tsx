import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { StaffCategory } from '#contract/catalog/categories.ts'

const INCOMPLETE = 'Category value and label are required'

/** The identifier of a category in calls: its value on the product screen, its id on the category screen (B171). */
export type AddressedBy = 'id' | 'value'

interface CategoryFormProps {
  /** Null: a new category. */
  category: StaffCategory | null
  by: AddressedBy
  onSaved: () => void
  /** Leaves it; without it, it closes the dialog around; null: there is no way out. */
  onCancel?: (() => void) | null
}

/** Returns errors to show before the form is sent: value and label are required, trimmed (B224). */
function checkNames(form: HTMLFormElement) {
  const fields = new FormData(form)
  const missing = ['value', 'label'].filter((name) => textOf(fields, name).trim() === '')
  return Object.fromEntries(missing.map((name) => [name, INCOMPLETE]))
}

/** The form of a category. The category screen shows the server's sentence first, the product screen its own toast (B327, B328). */
export function CategoryForm({ category, by, onSaved, onCancel }: CategoryFormProps) {
  const failed = category ? 'Failed to update category' : 'Failed to create category'
  const form = useRecordForm({
    record: category,
    check: checkNames,
    failed,
    onFailed: (failure) => toast.error(by === 'id' ? messageOf(failure, failed) : failed),
    send: async (fields, shown) => {
      const kind = textOf(fields, 'kind') === 'material' ? ('material' as const) : ('machine' as const)
      const body = {
        value: textOf(fields, 'value').trim(),
        label: textOf(fields, 'label').trim(),
        description: textOf(fields, 'description'),
        kind,
        ...(shown && { version: shown.version }),
      }
      if (category) await api.categories.update({ params: { idOrValue: category[by] }, body })
      else await api.categories.create({ body })
      toast.success(category ? 'Category updated successfully' : 'Category created successfully')
      await refreshTabs(queryClient)
      onSaved()
    },
  })
  const { shown, errors } = form
  return (
    <RecordForm
      form={form}
      draft={{ kind: 'category', id: category?.id }}
      save={category ? 'Update Category' : 'Create Category'}
      busy={category ? 'Updating...' : 'Creating...'}
      foot="py-3 bg-surface"
      onCancel={onCancel}
    >
      <TextField
        label="Value"
        name="value"
        required
        maxLength={80}
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={shown?.value}
        hint="Used in links, such as mat-maker. Lowercase letters, digits and hyphens. Links with an old value keep working."
        error={errors.value}
      />
      <TextField
        label="Label"
        name="label"
        required
        maxLength={120}
        defaultValue={shown?.label}
        hint="Shown to shoppers, such as Mat Makers."
        error={errors.label}
      />
      <TextAreaField
        label="Description"
        name="description"
        isOptional
        rows={3}
        maxLength={1000}
        defaultValue={shown?.description}
        error={errors.description}
      />
      <SelectField
        label="Product type"
        name="kind"
        defaultValue={shown?.kind ?? 'machine'}
        hint={shown && shown.productCount > 0 ? "You can't change the type of a category that has products." : undefined}
        error={errors.kind}
      >
        <option value="machine">Machines, parts and accessories</option>
        <option value="material">Packaging materials</option>
      </SelectField>
    </RecordForm>
  )
}
