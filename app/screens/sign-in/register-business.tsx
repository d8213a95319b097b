import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { AboutFields, ContactFields, PlaceFields } from '#app/features/sellers/applications/business-fields.tsx'
import { TraderFields } from '#app/features/sellers/applications/trader-fields.tsx'
import { api } from '#app/lib/api.ts'
import { textsOf } from '#app/lib/form-text.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { RegisterBusinessBody } from '#contract/sellers/applications.ts'

export const meta = () =>
  pageMeta({
    title: 'Register your business',
    description: `Sell machines, parts or packaging made from used cardboard on ${getShop().name}. Apply in five minutes; we answer within ${getShop().reviewDays}.`,
    canonical: '/business/register',
  })

const steps = () => [
  { title: 'You apply', text: 'Tell us who you are and where you are. It takes five minutes and is free.' },
  { title: 'We review', text: `A person reads every application and answers within ${getShop().reviewDays}.` },
  {
    title: 'You sell',
    text: 'Once approved, you get a link to your dashboard. There you add products, change stock and prices in bulk, see your sales and update your profile.',
  },
]

export default function RegisterBusinessScreen() {
  const [done, setDone] = useState<{ reference: string; name: string }>()
  return (
    <div className="wrap py-8">
      {done ? (
        <Pending {...done} />
      ) : (
        <>
          <h1>Register your business</h1>
          <p className="mt-2.5 max-w-text text-lg text-ink-2">For producers of machines and packaging, and for businesses that use them.</p>
          <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
            <ApplicationForm onDone={setDone} />
            <ol className="frame">
              {steps().map(({ title, text }, at) => (
                <li key={title} className={at === 0 ? 'p-5' : 'fold-t p-5'}>
                  <h2 className="text-lg">
                    {at + 1}. {title}
                  </h2>
                  <p className="mt-1 text-ink-2">{text}</p>
                </li>
              ))}
            </ol>
          </div>
        </>
      )}
    </div>
  )
}

function ApplicationForm({ onDone }: { onDone: (answer: { reference: string; name: string }) => void }) {
  const { props, errors, problem, isBusy } = useForm({
    send: async (fields) => {
      const body = Object.fromEntries(textsOf(fields)) as unknown as RegisterBusinessBody // the server checks every field
      onDone(await api.applications.register({ body }))
      window.scrollTo({ top: 0 })
    },
    failed: 'Failed to submit registration. Please try again.',
  })

  return (
    <form {...props} className="frame">
      <noscript>
        <p className="notice warn">This form needs JavaScript.</p>
      </noscript>
      {problem && (
        <div className="p-6 pb-0">
          <FormProblem text={problem} />
        </div>
      )}
      <FormDraft className="m-6 mb-0" kind="application" />
      <fieldset className="grid gap-4 p-6">
        <legend className="form-legend">Your business</legend>
        <AboutFields errors={errors} />
      </fieldset>
      <fieldset className="fold-t grid gap-4 p-6">
        <legend className="form-legend">Contact</legend>
        <ContactFields errors={errors} />
      </fieldset>
      <fieldset className="fold-t grid gap-4 p-6">
        <legend className="form-legend">Address</legend>
        <PlaceFields errors={errors} />
      </fieldset>
      <fieldset className="fold-t grid gap-4 p-6">
        <legend className="form-legend">Trader details</legend>
        <TraderFields errors={errors} />
      </fieldset>
      <div className="fold-t p-6">
        <p className="mb-4 text-sm text-ink-2">
          By applying you accept our <Link to="/terms">terms</Link>. Our <Link to="/privacy-policy">privacy policy</Link> explains how we
          use your data.
        </p>
        <SubmitButton isBusy={isBusy} busy="Sending your application..." className="button needs-script">
          Submit application
        </SubmitButton>
      </div>
    </form>
  )
}

function Pending({ reference, name }: { reference: string; name: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="frame grid items-stretch md:grid-cols-2">
      <div className="flex flex-col items-start justify-center gap-4 p-6 md:p-10">
        <h1 ref={heading} tabIndex={-1}>
          Pending Review
        </h1>
        <p className="text-ink-2">
          Thank you for applying with <bdi>{name}</bdi>. Our team will contact you within {getShop().reviewDays}. An email with your
          reference is on its way.
        </p>
        <dl className="pairs">
          <dt>Reference</dt>
          <dd>
            <b>{reference}</b>
          </dd>
        </dl>
        <Link to="/" className="button">
          Back to Home
        </Link>
      </div>
      <img src="/drawings/scenes/taped-box.svg" width={800} height={600} alt="" className="joined-drawing" />
    </div>
  )
}
