import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { currentPasswordError } from '#app/features/identity/sign-in/check-fields.ts'
import { CurrentPasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count, money } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import type { Payout } from '#contract/payouts/payouts.ts'
import { CURRENCIES } from '#domain/money.ts'
import type { PayoutStatus } from '#domain/payout.ts'

/** A state that staff can note. */
export type PayoutMove = Exclude<PayoutStatus, 'draft'>

const WORDS: Record<PayoutMove, { title: string; button: string; text: string; done: string }> = {
  sent: {
    title: 'Mark as sent',
    button: 'Mark as sent',
    text: 'The bank has the file. The seller gets an email that the money is on its way. This cannot be undone.',
    done: 'marked as sent',
  },
  paid: {
    title: 'Mark as paid',
    button: 'Mark as paid',
    text: 'The bank has confirmed that the money arrived. This cannot be undone.',
    done: 'marked as paid',
  },
  failed: {
    title: 'Mark as failed',
    button: 'Mark as failed',
    text: "The amount returns to the seller's balance and is part of the next payout. The seller gets an email with the reason. This cannot be undone.",
    done: 'marked as failed',
  },
}

interface MoveDialogProps {
  payouts: readonly Payout[]
  to: PayoutMove
  onClose: () => void
  /** All were moved. */
  onMoved: () => void
}

const STRIPE_WORDS = {
  title: 'Send by Stripe',
  button: 'Send by Stripe',
  text: "Stripe sends the money to the seller's Stripe account and reports when it arrives. This cannot be undone.",
  done: 'handed to Stripe',
}

/** Texts of a transition: for payouts by bank, by Stripe, or of both kinds. */
function wordsFor(payouts: readonly Payout[], to: PayoutMove) {
  const byStripe = payouts.filter(({ method }) => method === 'stripe').length
  if (to !== 'sent' || byStripe === 0) return WORDS[to]
  if (byStripe === payouts.length) return STRIPE_WORDS
  const text = `${count(payouts.length - byStripe, 'payout')} by bank: ${WORDS.sent.text} ${count(byStripe, 'payout')} by Stripe: ${STRIPE_WORDS.text}`
  return { ...WORDS.sent, text }
}

/** Returns the sums of the selected payouts, by currency. */
const sumsOf = (payouts: readonly Payout[]) =>
  CURRENCIES.map((currency) => ({ currency, own: payouts.filter((payout) => payout.currency === currency) }))
    .filter(({ own }) => own.length > 0)
    .map(({ currency, own }) => money(Math.round(own.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100, currency))
    .join(' and ')

/** Notes what became of payouts, after the password. Stops at the first that is refused; those before it are noted. */
export function MoveDialog({ payouts, to, onClose, onMoved }: MoveDialogProps) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [currentPassword, setPassword] = useState('')
  const words = wordsFor(payouts, to)
  const held = payouts.filter((payout) => payout.method === 'manual' && payout.held)
  const isByBank = payouts.some(({ method }) => method === 'manual')
  const form = useForm({
    check: (element) => ({
      problem: to === 'failed' && !textOf(new FormData(element), 'problem') ? 'Please enter why it failed' : undefined,
      currentPassword: currentPasswordError(currentPassword),
    }),
    send: async (fields) => {
      const extra = { reference: textOf(fields, 'reference') || undefined, problem: textOf(fields, 'problem') || undefined }
      try {
        for (const { id, version } of payouts) {
          await api.payouts.move({ params: { id }, body: { status: to, ...extra, version, currentPassword } })
        }
      } finally {
        void client.invalidateQueries({ queryKey: officeKey(token) })
      }
      toast.success(`${count(payouts.length, 'payout')} ${words.done}`)
      onMoved()
    },
    failed: 'The payout could not be changed. Please try again.',
  })
  return (
    <Dialog title={`${words.title}: ${payouts.length === 1 ? payouts[0]?.number : count(payouts.length, 'payout')}`} onClose={onClose}>
      <RecordForm
        form={form}
        draft={{ kind: 'payout', id: payouts[0]?.id }}
        cancel="Back"
        save={words.button}
        busy="Saving..."
        isDanger={to === 'failed'}
      >
        <p>
          {sumsOf(payouts)}. {words.text}
        </p>
        {to !== 'failed' && held.length > 0 && (
          <p className="notice warn">
            {held.map(({ number }) => number).join(', ')} {held.length === 1 ? 'is' : 'are'} held: the bank file leaves{' '}
            {held.length === 1 ? 'it' : 'them'} out. Continue only if the bank already has {held.length === 1 ? 'it' : 'them'} from an
            earlier file.
          </p>
        )}
        {to === 'failed' ? (
          <TextAreaField
            label="Reason"
            name="problem"
            rows={2}
            maxLength={300}
            required
            error={form.errors.problem}
            hint="Shown to the seller."
          />
        ) : (
          isByBank && <TextField label="Bank reference" name="reference" isOptional maxLength={120} error={form.errors.reference} />
        )}
        <CurrentPasswordField value={currentPassword} error={form.errors.currentPassword} onValue={setPassword} />
      </RecordForm>
    </Dialog>
  )
}
