import { Link } from 'react-router'
import { FormProblem } from '#app/features/forms/form-problem.tsx'
import { TRAP, TrapField } from '#app/features/forms/trap-field.tsx'
import { usePrefill } from '#app/features/forms/use-prefill.ts'
import { useSendForm } from '#app/features/forms/use-send-form.ts'
import { AttachedCalculation } from '#app/features/messages/attached-calculation.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import type { Topic } from './topic.ts'

interface MessageFormProps {
  topic: Topic
  /** The key of the calculation that goes along; '' for none. */
  calculation: string
}

function TopicNote({ topic }: { topic: Topic }) {
  if (topic === 'contact') return null
  return (
    <p className="text-ink-2">
      {topic === 'consultation' ? (
        'Ask for a consultation: tell us what you pack today, and when we may call.'
      ) : (
        <>
          Ask for a quote: tell us which machines or material you need. For packaging made to measure, our{' '}
          <Link to="/custom-solutions">request form</Link> asks for all that counts.
        </>
      )}
    </p>
  )
}

/** 'Send Us a Message' (S157, S250, D159): the fields empty once the message is stored, and stay as they are when it is not. */
export function MessageForm({ topic, calculation }: MessageFormProps) {
  const { formProps, form, errors, problem, isBusy, answer } = useSendForm({
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
    fallback: 'Your message did not reach us. What you typed is kept: please send it again.',
  })
  usePrefill(form)
  return (
    <form {...formProps} aria-labelledby="message-title" className="grid content-start gap-4 p-6 md:p-8">
      <h2 id="message-title">Send Us a Message</h2>
      <TopicNote topic={topic} />
      <FormProblem text={problem} />
      {calculation && (
        <AttachedCalculation
          calculation={calculation}
          withoutHref={topic === 'contact' ? '/contact' : `/contact?topic=${topic}`}
          error={errors.calculation}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Full Name" name="name" autoComplete="name" required maxLength={120} error={errors.name} />
        <TextField
          label="Email Address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          error={errors.email}
        />
        <TextField
          label="Phone Number"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          isOptional
          maxLength={40}
          error={errors.phone}
        />
        <TextField label="Company Name" name="company" autoComplete="organization" isOptional maxLength={120} error={errors.company} />
      </div>
      <TextAreaField label="Message" name="message" rows={4} required maxLength={5000} error={errors.message} />
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
        <button type="submit" className="button needs-script" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Sending...' : 'Send Message'}
        </button>
        <span className="text-sm text-ink-2">
          We use what you send to answer you. <Link to="/privacy-policy">Privacy policy</Link>
        </span>
      </p>
      <noscript>
        <p>Sending this form needs JavaScript. Our email address and phone number stand beside it.</p>
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
