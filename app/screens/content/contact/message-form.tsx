import { type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { AttachedCalculation } from '#app/features/contact/messages/attached-calculation.tsx'
import { WriterFields } from '#app/features/contact/messages/writer-fields.tsx'
import { useDefaultAddress } from '#app/features/identity/addresses/use-destination.ts'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FILLED, FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { TRAP, TrapField } from '#app/features/kit/forms/trap-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { usePrefill } from '#app/features/kit/forms/use-prefill.ts'
import { requestHref } from '#app/features/quotes/request-link.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { figure } from '#app/lib/format.ts'
import { useMarket } from '#app/lib/market.ts'
import { absoluteUrl } from '#app/lib/public-url.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { countryNameOf } from '#domain/country-name.ts'
import { marketCountry } from '#domain/market-country.ts'
import type { Topic } from './topic.ts'

interface MessageFormProps {
  /** A search without results; '' for none. */
  searched: string
  topic: Topic
  /** The key of the calculation that goes along; '' for none. */
  calculation: string
  /** The product that the message is about; null for none. */
  about: AskedProduct | null
}

interface AskedProduct {
  name: string
  path: string
  /** Units that a quote is asked for; null: it is not known how many. */
  quantity: number | null
}

function TopicNote({ topic, calculation }: { topic: Topic; calculation: string }) {
  if (topic === 'contact') return null
  return (
    <p className="text-ink-2">
      {topic === 'consultation' ? (
        'Request a consultation: tell us what you pack today and when we can call.'
      ) : (
        <>
          Request a quote: tell us which machines or material you need. For a binding offer with freight and payment plan,{' '}
          <Link to={requestHref([], calculation ? { calculation } : {})}>request it with your account</Link>. For packaging made to measure,
          use our <Link to="/custom-solutions">request form</Link>.
        </>
      )}
    </p>
  )
}

/** Returns the text that a link of the cart hands over; null for none. */
const messageOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'message' in state && typeof state.message === 'string' ? state.message : null

/** Returns the beginning of a message about a product: of a quote, too, how many units go where. */
function useQuestion(about: AskedProduct | null, topic: Topic): string {
  const { country } = useMarket()
  const address = useDefaultAddress()
  if (!about) return ''
  const product = `${about.name} (${absoluteUrl(about.path)})`
  if (topic !== 'quote') return `${product}\n\n`
  const isThere = address !== null && marketCountry(address.country) === country
  const to = [isThere ? [address.state, address.zipCode].filter(Boolean).join(' ') : '', countryNameOf(country)].filter(Boolean).join(', ')
  return `${about.quantity ? `${figure(about.quantity)} × ` : ''}${product}\nDelivery to: ${to}\n\n`
}

/**
 * Keeps the beginning of the message as it is known, while nothing else was typed: market and address are known only after the page woke
 * up.
 */
function useFollowing(element: RefObject<HTMLFormElement | null>, question: string): void {
  const shown = useRef(question)
  useEffect(() => {
    const area = element.current?.elements.namedItem('message')
    if (!(area instanceof HTMLTextAreaElement) || shown.current === question) return
    if (area.value === shown.current) area.value = question
    if (area.value === question) area.dispatchEvent(new Event(FILLED, { bubbles: true }))
    shown.current = question
  }, [element, question])
}

/** 'Send Us a Message' (S157, S250): the fields empty once the message is stored, and stay as they are when it is not. */
export function MessageForm({ topic, calculation, about, searched }: MessageFormProps) {
  const { props, element, errors, problem, isBusy, answer } = useForm({
    check: checkForm,
    send: (fields) =>
      api.messages.contact({
        body: {
          name: textOf(fields, 'name'),
          email: textOf(fields, 'email'),
          phone: textOf(fields, 'phone'),
          company: textOf(fields, 'company'),
          message: textOf(fields, 'message'),
          preferredTimes: textOf(fields, 'preferredTimes'),
          website: textOf(fields, TRAP),
          topic,
          ...(calculation && { calculation }),
        },
      }),
    isEmptiedAfter: true,
    failed: 'Your message did not reach us. What you entered is still here. Please send it again.',
  })
  usePrefill(element)
  const { state } = useLocation()
  const quoted = topic === 'quote' ? messageOf(state) : null
  const question = useQuestion(about, topic)
  useFollowing(element, question)
  return (
    <form {...props} aria-labelledby="message-title" className="grid content-start gap-4 p-6 md:p-8">
      <h2 id="message-title">Send Us a Message</h2>
      <TopicNote topic={topic} calculation={calculation} />
      <FormProblem text={problem} />
      <FormDraft kind="message" id={about ? `${topic} ${about.path}` : topic} />
      {calculation && (
        <AttachedCalculation
          calculation={calculation}
          withoutHref={topic === 'contact' ? '/contact' : `/contact?topic=${topic}`}
          error={errors.calculation}
        />
      )}
      <WriterFields errors={errors} />
      <TextAreaField
        label="Message"
        name="message"
        rows={4}
        required
        maxLength={5000}
        error={errors.message}
        {...(searched && { defaultValue: `I searched for “${searched}”.\n\n` })}
        {...(quoted && { defaultValue: `${quoted}\n\n` })}
        {...(question && { defaultValue: question })}
      />
      {topic === 'consultation' && (
        <TextField
          label="Preferred times"
          hint="Days, hours and your time zone."
          name="preferredTimes"
          isOptional
          maxLength={300}
          error={errors.preferredTimes}
        />
      )}
      <TrapField />
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton isBusy={isBusy} busy="Sending..." className="button needs-script">
          Send Message
        </SubmitButton>
        <span className="text-sm text-ink-2">
          We use what you send to answer you. <Link to="/privacy-policy">Privacy policy</Link>
        </span>
      </p>
      <noscript>
        <p>Sending this form needs JavaScript. You'll find our email address and phone number on this page.</p>
      </noscript>
      <div role="status">
        {answer && (
          <p className="notice ok">
            Message sent. We will reply within one business day. <span className="block">Your reference: {answer.reference}</span>
          </p>
        )}
      </div>
    </form>
  )
}
