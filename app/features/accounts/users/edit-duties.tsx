import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { TextAreaField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { UserSummary } from '#contract/accounts/users.ts'
import { DUTIES, DUTY_LABELS, DUTY_TEXTS } from '#domain/permissions.ts'
import { isErasedEmail } from '#domain/user.ts'

/** Duties of an application admin, and for super admins the dialog that changes them. */
export function DutiesPanel({ user }: { user: UserSummary }) {
  const me = usePageUser()
  const [isOpen, setOpen] = useState(false)
  if (user.role !== 'application_admin') return null
  return (
    <section aria-labelledby="duties" className="mt-8">
      <h2 id="duties" className="text-xl">
        Duties
      </h2>
      <div className="panel mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
        <ul className="grid gap-1">
          {user.duties.map((duty) => (
            <li key={duty}>
              <span className="font-medium">{DUTY_LABELS[duty]}</span> <span className="text-ink-2">{DUTY_TEXTS[duty]}</span>
            </li>
          ))}
        </ul>
        {me?.role === 'super_admin' && !isErasedEmail(user.email) && (
          <button type="button" className="button hollow small" onClick={() => setOpen(true)}>
            Change duties
          </button>
        )}
      </div>
      {isOpen && <DutiesDialog user={user} onClose={() => setOpen(false)} />}
    </section>
  )
}

function DutiesDialog({ user, onClose }: { user: UserSummary; onClose: () => void }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const form = useRecordForm({
    record: user,
    failed: 'The duties could not be saved. Please try again.',
    send: async (fields, { version }) => {
      const duties = DUTIES.filter((duty) => fields.getAll('duties').includes(duty))
      await api.users.setDuties({ params: { id: user.id }, body: { duties, reason: textOf(fields, 'reason'), version } })
      toast.success('Duties saved')
      onClose()
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
  })
  const { errors, shown } = form
  return (
    <FormDialog title={`Duties of ${user.name || user.email}`} onClose={onClose}>
      <RecordForm form={form} draft={{ kind: 'duties', id: user.id }} save="Save duties" busy="Saving...">
        <fieldset className="grid gap-2">
          <legend className="visually-hidden">Duties</legend>
          {DUTIES.map((duty) => (
            <label key={duty} className="flex min-h-11 items-start gap-3">
              <input type="checkbox" name="duties" value={duty} defaultChecked={shown.duties.includes(duty)} className="mt-1" />
              <span className="font-medium">
                {DUTY_LABELS[duty]}
                <span className="block text-sm font-normal text-ink-2">{DUTY_TEXTS[duty]}</span>
              </span>
            </label>
          ))}
          <FormProblem text={errors.duties} />
        </fieldset>
        <TextAreaField label="Reason" name="reason" required rows={2} maxLength={500} hint="Kept in the audit log." error={errors.reason} />
      </RecordForm>
    </FormDialog>
  )
}
