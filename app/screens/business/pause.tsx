import { useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useTyped } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { TextField } from '#app/ui/field.tsx'
import type { OwnPause } from '#contract/sellers/business-profile.ts'
import { MAX_PAUSE_TEXT } from '#domain/pause.ts'
import { dayOf } from '#domain/time.ts'

/** Days on which a seller takes no orders. */
export function PauseSection({ own }: { own: OwnPause }) {
  return (
    <section aria-labelledby="pause" className="mt-8">
      <h2 id="pause" className="text-xl">
        Pause
      </h2>
      <p className="mt-1 max-w-text text-ink-2">
        Your products stay in the shop, but nobody can order them on these days. Orders you already have go on. The pause ends by itself.
      </p>
      <PauseForm key={JSON.stringify(own)} own={own} />
    </section>
  )
}

function PauseForm({ own: { pause, isPaused, shownText } }: { own: OwnPause }) {
  const typed = useTyped()
  const [today] = useState(() => dayOf(new Date(), getShop().timeZone))
  const form = useForm({
    check: checkForm,
    failed: 'The pause could not be saved.',
    send: async (fields) => {
      const [from, to] = [textOf(fields, 'from'), textOf(fields, 'to')]
      await api.business.setPause({ body: { from, to, text: textOf(fields, 'text') } })
      typed.reset()
      toast.success('Pause saved.')
      await refreshTabs(queryClient)
    },
  })
  async function end() {
    try {
      await api.business.setPause({ body: { from: null, to: null } })
    } catch (error) {
      toast.error(messageOf(error, 'The pause could not be ended.'))
      return
    }
    typed.reset()
    toast.success(isPaused ? 'Pause ended.' : 'Pause deleted.')
    await refreshTabs(queryClient)
  }
  return (
    <RecordForm
      form={{ ...form, isDirty: typed.isDirty }}
      {...typed.props}
      className="panel mt-3 grid gap-3 p-4.5"
      save="Save pause"
      foot=""
      cancel={isPaused ? 'End pause' : 'Delete pause'}
      {...(pause && { onCancel: end })}
    >
      {pause && (
        <p className={isPaused ? 'notice warn' : 'notice'}>
          {isPaused ? 'Buyers read now: ' : 'Buyers will read: '}
          <bdi>{shownText}</bdi>
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="First day" name="from" type="date" required defaultValue={pause?.from ?? today} error={form.errors.from} />
        <TextField label="Last day" name="to" type="date" required min={today} defaultValue={pause?.to} error={form.errors.to} />
      </div>
      <TextField
        label="Sentence for buyers"
        name="text"
        isOptional
        maxLength={MAX_PAUSE_TEXT}
        hint="Shown after the day from which you take orders again"
        defaultValue={pause?.text}
        error={form.errors.text}
      />
    </RecordForm>
  )
}
