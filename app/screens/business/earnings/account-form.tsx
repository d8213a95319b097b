import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { currentPasswordError } from '#app/features/identity/sign-in/check-fields.ts'
import { CurrentPasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { CheckField, TextField } from '#app/ui/field.tsx'
import type { PayoutAccount, PayoutAccountBody } from '#contract/payouts/earnings.ts'
import { bareNumber, isAccountNumber, isIban, isRoutingNumber } from '#domain/bank-account.ts'
import { PAYOUT_HOLD_HOURS } from '#domain/payout-hold.ts'

/** Checks the numbers by their check digits before anything is sent. An empty field keeps what is stored. */
function check(form: HTMLFormElement) {
  const fields = new FormData(form)
  const bare = (name: string) => bareNumber(textOf(fields, name))
  const [iban, routing, account] = [bare('iban'), bare('routingNumber'), bare('accountNumber')]
  return {
    holder: textOf(fields, 'holder') ? undefined : 'Please enter the name of the account holder',
    iban: iban === '' || isIban(iban) ? undefined : 'This is not a valid IBAN. Please check it for typos',
    routingNumber: routing === '' || isRoutingNumber(routing) ? undefined : 'This is not a valid routing number. Please check it for typos',
    accountNumber: account === '' || isAccountNumber(account) ? undefined : 'An account number has 4 to 17 digits',
    currentPassword: currentPasswordError(textOf(fields, 'currentPassword')),
  }
}

/** Returns the fields to send: typed numbers, '' for those to be removed, nothing for those that stay. */
function toBody(fields: FormData, version: number): PayoutAccountBody {
  const number = (name: string, remove: string) => (fields.get(remove) ? '' : textOf(fields, name) || undefined)
  const [iban, routingNumber, accountNumber] = [
    number('iban', 'noIban'),
    number('routingNumber', 'noAccount'),
    number('accountNumber', 'noAccount'),
  ]
  return {
    holder: textOf(fields, 'holder'),
    ...(iban !== undefined && { iban }),
    ...(routingNumber !== undefined && { routingNumber }),
    ...(accountNumber !== undefined && { accountNumber }),
    currentPassword: textOf(fields, 'currentPassword'),
    version,
  }
}

/** Form of the payout account. Stored numbers show their last characters only, and are typed anew to be changed. */
export function AccountForm({ account: stored }: { account: PayoutAccount }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [currentPassword, setPassword] = useState('')
  const form = useRecordForm({
    record: stored,
    check,
    send: async (fields, shown) => {
      const saved = await api.earnings.saveAccount({ body: toBody(fields, shown.version) })
      toast.success('Payout account saved')
      setPassword('')
      form.saved(saved)
      void client.invalidateQueries({ queryKey: officeKey(token) })
    },
    failed: 'The payout account could not be saved. Please try again.',
  })
  const { errors, shown: account } = form
  const keeps = (number: string | null) => (number ? { placeholder: number, hint: `Saved: ${number}. Leave empty to keep it.` } : {})
  return (
    <RecordForm
      form={form}
      className="frame"
      body="settings-fields account-fields"
      foot="settings-save gap-x-4.5"
      note={form.isDirty && <span role="status">Not saved yet</span>}
      save="Save payout account"
      busy="Saving..."
    >
      <TextField
        label="Account holder"
        name="holder"
        autoComplete="off"
        required
        maxLength={120}
        defaultValue={account.holder}
        error={errors.holder}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-x-9 gap-y-4.5">
        <fieldset className="grid content-start gap-4">
          <legend className="form-legend">Account with an IBAN</legend>
          <p className="hint">For euros, and for dollars unless you add an account in the United States.</p>
          <TextField
            label="IBAN"
            name="iban"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            error={errors.iban}
            {...keeps(account.iban)}
          />
          {account.iban && <CheckField label="Remove the saved IBAN" name="noIban" />}
        </fieldset>
        <fieldset className="grid content-start gap-4">
          <legend className="form-legend">Account in the United States</legend>
          <p className="hint">For dollars.</p>
          <TextField
            label="Routing number"
            name="routingNumber"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            error={errors.routingNumber}
            {...keeps(account.routingNumber)}
          />
          <TextField
            label="Account number"
            name="accountNumber"
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            error={errors.accountNumber}
            {...keeps(account.accountNumber)}
          />
          {account.accountNumber && <CheckField label="Remove the saved account" name="noAccount" />}
        </fieldset>
      </div>
      <p className="hint">After each change, payouts wait {PAYOUT_HOLD_HOURS} hours, and all admins of your business get an email.</p>
      <CurrentPasswordField value={currentPassword} error={errors.currentPassword} onValue={setPassword} />
    </RecordForm>
  )
}
