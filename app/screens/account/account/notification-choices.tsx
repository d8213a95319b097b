import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { choicesQuery } from '#app/features/kit/notifications/queries.ts'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { Load } from '#app/ui/load.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { ChosenNotifications } from '#contract/platform/notifications.ts'
import { ALWAYS_AT_ONCE, KIND_FACTS, NOTIFICATION_CHOICE_LABELS, NOTIFICATION_CHOICES } from '#domain/notification-kinds.ts'
import { zoneName } from '#domain/text.ts'
import { listTimeZones } from '#domain/time.ts'

export const meta = () => pageMeta({ title: 'Email notifications', description: 'Choose what we email you, and when.', isPrivate: true })

export default function NotificationChoicesScreen() {
  return <Guard>{(user) => <NotificationChoices user={user} />}</Guard>
}

function NotificationChoices({ user }: { user: SessionUser }) {
  const token = useToken((state) => state.token)
  return (
    <div className="wrap py-8">
      <h1>Email notifications</h1>
      <p className="mt-1 max-w-text text-ink-2">
        Choose how you hear about each kind of news. Every notification is also in your{' '}
        <Link to="/account/notifications">list of notifications</Link>.
      </p>
      {!user.emailVerified && (
        <p className="notice warn mt-4">
          Confirm your email address in <Link to="/account">your account</Link> first. Until then, every email is sent at once.
        </p>
      )}
      <Load read={choicesQuery(token)} failure="Your choices could not be loaded.">
        {(chosen) => <ChoiceForm chosen={chosen} isSeller={user.role === 'business_admin'} />}
      </Load>
    </div>
  )
}

function ChoiceForm({ chosen, isSeller }: { chosen: ChosenNotifications; isSeller: boolean }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const form = useForm({
    send: async (fields) => {
      const choices = chosen.choices.map(({ kind, choice }) => ({
        kind,
        choice: NOTIFICATION_CHOICES.find((one) => one === textOf(fields, kind)) ?? choice,
      }))
      const saved = await api.notificationChoices.save({ body: { timeZone: textOf(fields, 'timeZone') || null, choices } })
      client.setQueryData(choicesQuery(token).queryKey, saved)
      toast.success('Your choices are saved')
    },
    failed: 'Your choices could not be saved. Please try again.',
  })
  return (
    <form {...form.props} className="mt-6 grid max-w-[56rem] gap-6">
      <FormProblem text={form.problem} />
      <FormDraft kind="notification-choices" />
      <ChoiceTable choices={chosen.choices} />
      <div className="grid max-w-text gap-2 text-ink-2">
        <p>Always emailed at once: {Object.values(ALWAYS_AT_ONCE).join('; ')}.</p>
        {isSeller && <p>Emails to the mailbox of your business are sent at once, too, unless you sign in with the same address.</p>}
      </div>
      <ZoneField chosen={chosen} error={form.errors.timeZone} />
      <SubmitButton isBusy={form.isBusy} busy="Saving..." className="button justify-self-start">
        Save choices
      </SubmitButton>
    </form>
  )
}

/** The kinds by their groups, with a radio button for each way. */
function ChoiceTable({ choices }: Pick<ChosenNotifications, 'choices'>) {
  const groups = Map.groupBy(choices, ({ kind }) => KIND_FACTS[kind].group)
  return (
    <table className="frame w-full">
      <caption className="visually-hidden">How you hear about each kind of news</caption>
      <thead>
        <tr className="align-bottom">
          <th scope="col" className="px-4 py-3 text-left font-strong">
            News
          </th>
          {NOTIFICATION_CHOICES.map((choice) => (
            <th key={choice} scope="col" className="w-16 px-1 py-3 font-strong md:w-32">
              {NOTIFICATION_CHOICE_LABELS[choice]}
            </th>
          ))}
        </tr>
      </thead>
      {[...groups].map(([group, own]) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={NOTIFICATION_CHOICES.length + 1} className="bg-sunken px-4 py-2 text-left font-strong">
              {group}
            </th>
          </tr>
          {own.map((one) => (
            <ChoiceRow key={one.kind} {...one} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function ChoiceRow({ kind, choice }: ChosenNotifications['choices'][number]) {
  const { label, about } = KIND_FACTS[kind]
  return (
    <tr className="border-t-[1.5px] border-line">
      <th scope="row" className="px-4 py-3 text-left font-medium">
        {label}
        <span className="block text-sm font-normal text-ink-2">{about}</span>
      </th>
      {NOTIFICATION_CHOICES.map((one) => (
        <td key={one} className="p-0">
          <label className="flex min-h-11 items-center justify-center">
            <input
              type="radio"
              name={kind}
              value={one}
              defaultChecked={one === choice}
              aria-label={`${label}: ${NOTIFICATION_CHOICE_LABELS[one]}`}
            />
          </label>
        </td>
      ))}
    </tr>
  )
}

function ZoneField({ chosen: { timeZone, shopTimeZone }, error }: { chosen: ChosenNotifications; error: string | undefined }) {
  return (
    <div className="max-w-form">
      <SelectField
        label="Time zone of the daily email"
        name="timeZone"
        defaultValue={timeZone ?? ''}
        hint="It comes at 7:00 AM on days with news. A change of your choices applies to what comes next; what already waits comes with the next daily email."
        error={error}
      >
        <option value="">The shop's ({zoneName(shopTimeZone)})</option>
        {[...new Set([...listTimeZones(), ...(timeZone ? [timeZone] : [])])].map((zone) => (
          <option key={zone} value={zone}>
            {zoneName(zone)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
