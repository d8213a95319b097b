import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { settingsQuery } from '#app/features/kit/frame/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { type SectionProps, SettingsFrame } from './section.tsx'

const FAILED = 'The notice could not be saved. Please try again.'

/** The official notice of the legal guarantee: uploaded and shown as it is, or one sentence in its place. */
export function GuaranteeSection({ settings: { guaranteeNotice }, mayEdit }: SectionProps) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const save = useMutation({
    mutationFn: (file: File | null) => {
      if (!file) return api.settings.removeNotice()
      const form = new FormData()
      form.set('notice', file)
      return api.settings.saveNotice({ form })
    },
    onSuccess: (saved, file) => {
      client.setQueryData(settingsQuery(token).queryKey, saved)
      toast.success(file ? 'The notice is shown now' : 'The notice was removed')
    },
    onError: (error) => toast.error(messageOf(error, FAILED)),
    onSettled: () => {
      if (input.current) input.current.value = ''
    },
  })
  return (
    <SettingsFrame
      group="guarantee"
      text="The official notice of the European Union, shown unaltered to private buyers there on product pages and at checkout."
    >
      <div className="settings-body grid gap-4">
        {guaranteeNotice ? (
          <img src={guaranteeNotice} alt="The notice as buyers see it" width={320} className="h-auto max-w-full" />
        ) : (
          <p className="text-ink-2">No notice yet. A sentence with a link is shown instead.</p>
        )}
        {mayEdit && (
          <div className="field">
            <label htmlFor="guarantee-file">{guaranteeNotice ? 'Replace the notice' : 'Upload the notice'}</label>
            <p id="guarantee-hint" className="hint">
              SVG or PNG of at most 1 MB, exactly as the European Commission publishes it.
            </p>
            <input
              ref={input}
              id="guarantee-file"
              type="file"
              className="input"
              accept=".svg,.png,image/svg+xml,image/png"
              aria-describedby="guarantee-hint"
              disabled={save.isPending}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                if (file) save.mutate(file)
              }}
            />
          </div>
        )}
        {mayEdit && guaranteeNotice && (
          <p>
            <button type="button" className="button danger small" disabled={save.isPending} onClick={() => save.mutate(null)}>
              Remove notice
            </button>
          </p>
        )}
      </div>
    </SettingsFrame>
  )
}
