import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { api } from '#app/lib/api.ts'
import { fieldErrorsOf } from '#app/lib/field-errors.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { TextField } from '#app/ui/field.tsx'
import { VAT_ID_NOTICES } from '#domain/vat-id.ts'

/** Time in ms without typing after which a VAT id is checked, and the length from which one may be whole. */
const PAUSE_MS = 600
const MIN_LENGTH = 8

/** Describes a check for the buyer. */
function checkText({ status, name }: Awaited<ReturnType<typeof api.vatIds.check>>): string {
  if (status === 'valid') return name ? `Verified: ${name}` : 'Verified.'
  return VAT_ID_NOTICES[status === 'invalid' ? 'invalid' : 'unavailable']
}

interface VatIdFieldProps {
  /** Props of the input, with its value. */
  input: Omit<ComponentProps<typeof TextField>, 'label'> & { value: string }
  /** Called when an answer has arrived that may change the tax. */
  onChecked?: (() => void) | undefined
}

/** VAT id of a business, checked while it is typed. */
export function VatIdField({ input, onChecked }: VatIdFieldProps) {
  const token = useToken((state) => state.token)
  const vatId = useDebouncedValue(input.value.trim(), PAUSE_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['vat-check', token, vatId],
    queryFn: ({ signal }) => api.vatIds.check({ body: { vatId }, signal }),
    enabled: token !== null && vatId.length >= MIN_LENGTH,
    staleTime: 300_000,
    retry: false,
  })
  useEffect(() => {
    if (data) onChecked?.()
  }, [data, onChecked])
  const isCurrent = vatId === input.value.trim()
  const result = isCurrent && (isFetching ? 'Checking...' : data && checkText(data))
  return (
    <div>
      <TextField
        label="VAT ID"
        autoComplete="off"
        enterKeyHint="next"
        {...input}
        error={input.error ?? (isCurrent ? fieldErrorsOf(error).vatId : undefined)}
      />
      <p role="status" className="mt-1 text-sm text-ink-2">
        {result}
      </p>
    </div>
  )
}
