import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { currentPasswordError } from '#app/features/identity/sign-in/check-fields.ts'
import { CurrentPasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Load } from '#app/ui/load.tsx'
import type { PayoutStripe } from '#contract/payouts/earnings.ts'
import { stripeQuery } from './queries.ts'

type Connected = NonNullable<PayoutStripe['stripe']>

const NEEDS: Record<NonNullable<Connected['missing']>, string> = {
  details: 'Stripe still needs something from you. Until then we pay to your bank account.',
  review: 'Stripe is reviewing your information. Until then we pay to your bank account.',
  closed: 'This Stripe account is closed. Disconnect it to connect another one. Until then we pay to your bank account.',
  answer: "Stripe isn't responding, so this may be out of date.",
}

/** A seller's account at Stripe, beside the bank account. */
export function StripeAccount() {
  const token = useToken((state) => state.token)
  return (
    <Load read={stripeQuery(token)} failure="Your Stripe account could not be loaded.">
      {({ stripe }) => <Panel stripe={stripe} />}
    </Load>
  )
}

function Panel({ stripe }: { stripe: Connected | null }) {
  const [asks, setAsks] = useState<'connect' | 'disconnect'>()
  const isFinished = stripe?.ready || stripe?.missing === 'closed'
  return (
    <section aria-labelledby="stripe-title" className="panel mb-5 grid gap-3 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 id="stripe-title" className="text-lg">
          Stripe
        </h3>
        {stripe && <span className={`status ${stripe.ready ? 'ok' : 'warn'}`}>{stripe.ready ? 'Ready' : 'Not ready'}</span>}
      </div>
      <p className="max-w-[68ch]">{wordsOf(stripe)}</p>
      <p className="flex flex-wrap gap-3">
        {!isFinished && (
          <button type="button" className="button" onClick={() => setAsks('connect')}>
            {stripe ? 'Continue at Stripe' : 'Connect with Stripe'}
          </button>
        )}
        {stripe && (
          <button type="button" className="button hollow" onClick={() => setAsks('disconnect')}>
            Disconnect
          </button>
        )}
      </p>
      {asks === 'connect' && <ConnectDialog onClose={() => setAsks(undefined)} />}
      {asks === 'disconnect' && <DisconnectDialog onClose={() => setAsks(undefined)} />}
    </section>
  )
}

function wordsOf(stripe: Connected | null): string {
  if (!stripe) return 'Get paid through Stripe, which opens an account for you and sends your money to your bank.'
  const paid = stripe.ready ? 'Your payouts are sent to your Stripe account, and from there to your bank.' : ''
  return `${paid} ${stripe.missing ? NEEDS[stripe.missing] : ''}`.trim()
}

const WORDS = {
  connect: {
    title: 'Connect with Stripe',
    text: 'Stripe asks for your identity and your bank account. We pay you there as soon as your Stripe account is ready. After this change, payouts wait 72 hours, and all admins of your business get an email.',
    button: 'Go to Stripe',
    busy: 'Going to Stripe...',
    failed: 'Stripe could not be reached. Please try again.',
  },
  disconnect: {
    title: 'Disconnect Stripe',
    text: 'From now on we pay to your bank account. Payouts already on their way to Stripe still arrive there, and you keep your Stripe account. After this change, payouts wait 72 hours, and all admins of your business get an email.',
    button: 'Disconnect',
    busy: 'Disconnecting...',
    failed: 'Stripe could not be disconnected. Please try again.',
  },
}

function ConnectDialog({ onClose }: { onClose: () => void }) {
  const send = async (currentPassword: string) => {
    const { url } = await api.earnings.connectStripe({ body: { currentPassword } })
    window.location.assign(url)
  }
  return <StepUpDialog words={WORDS.connect} send={send} onClose={onClose} />
}

function DisconnectDialog({ onClose }: { onClose: () => void }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const send = async (currentPassword: string) => {
    await api.earnings.disconnectStripe({ body: { currentPassword } })
    toast.success('Stripe disconnected')
    onClose()
    void client.invalidateQueries({ queryKey: officeKey(token) })
  }
  return <StepUpDialog words={WORDS.disconnect} send={send} onClose={onClose} />
}

interface StepUpDialogProps {
  words: (typeof WORDS)[keyof typeof WORDS]
  send: (currentPassword: string) => Promise<void>
  onClose: () => void
}

function StepUpDialog({ words, send, onClose }: StepUpDialogProps) {
  const [currentPassword, setPassword] = useState('')
  const form = useForm({
    check: () => ({ currentPassword: currentPasswordError(currentPassword) }),
    send: () => send(currentPassword),
    failed: words.failed,
  })
  return (
    <Dialog title={words.title} onClose={onClose}>
      <RecordForm form={form} cancel="Back" save={words.button} busy={words.busy}>
        <p>{words.text}</p>
        <CurrentPasswordField value={currentPassword} error={form.errors.currentPassword} onValue={setPassword} />
      </RecordForm>
    </Dialog>
  )
}
