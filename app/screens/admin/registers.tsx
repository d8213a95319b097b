import { useMemo, useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { registersGridQuery } from '#app/features/sellers/registers/queries.ts'
import { registerName } from '#app/features/sellers/registers/register-dialog.tsx'
import { RegisterState } from '#app/features/sellers/registers/register-state.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { textOf } from '#app/lib/form-text.ts'
import { day } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { TextField } from '#app/ui/field.tsx'
import { REGISTER_LIST } from '#contract/sellers/register-list.ts'
import type { StaffProducerRegistration } from '#contract/sellers/registers.ts'
import { ruleOf } from '#domain/producer-registers.ts'

type Decision = { listed: StaffProducerRegistration; confirmed: boolean }

const nameOf = (listed: StaffProducerRegistration) => `${registerName(listed)}, of ${listed.businessName}`
const dayText = (iso: string) => day(`${iso}T12:00:00Z`)

function checkText({ registration }: StaffProducerRegistration): string | null {
  const check = registration?.check
  return check ? `${dayText(check.day)}, ${check.by}: ${check.how}` : null
}

const columnsFor = (onDecide: (decision: Decision) => void): GridColumn<StaffProducerRegistration>[] => [
  ...columnsOf(REGISTER_LIST, {
    businessName: ({ businessName }) => (
      <span className="font-medium">
        <bdi>{businessName}</bdi>
      </span>
    ),
    state: ({ state }) => <RegisterState state={state} />,
    checkedOn: (listed) => <CellText>{checkText(listed)}</CellText>,
  }),
  actionsColumn((listed) => {
    const { registration } = listed
    if (!registration) return null
    const isConfirmed = registration.check?.confirmed === true && listed.state !== 'unconfirmed' && listed.state !== 'renewed'
    return (
      <span className="row-actions">
        <button
          type="button"
          className={isConfirmed ? 'button danger small' : 'button small'}
          aria-label={`${isConfirmed ? 'Withdraw' : 'Confirm'} ${nameOf(listed)}`}
          onClick={() => onDecide({ listed, confirmed: !isConfirmed })}
        >
          {isConfirmed ? 'Withdraw' : 'Confirm'}
        </button>
      </span>
    )
  }),
]

function CheckDialog({ decision: { listed, confirmed }, onClose }: { decision: Decision; onClose: () => void }) {
  const { id, businessName, registration, version } = listed
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const register = ruleOf(listed.country, listed.stream)?.register
  const form = useForm({
    check: checkForm,
    failed: 'The check could not be saved.',
    send: async (fields) => {
      const how = textOf(fields, 'how').trim()
      await api.registers.check({ params: { id }, body: { confirmed, how, day: textOf(fields, 'day'), ...(version && { version }) } })
      toast.success(confirmed ? 'Number confirmed.' : 'Confirmation withdrawn.')
      await refreshTabs(queryClient)
      onClose()
    },
  })
  const title = confirmed ? 'Confirm number' : 'Withdraw confirmation'
  return (
    <FormDialog title={title} onClose={onClose}>
      <RecordForm form={form} save={title} foot="">
        <p className="wrap-anywhere">
          {registerName(listed)}: <b>{registration?.number}</b> of <bdi>{businessName}</bdi>.{' '}
          {register && (
            <>
              Look it up at{' '}
              <a href={register.url} target="_blank" rel="noreferrer">
                {register.name}
              </a>
              .
            </>
          )}
        </p>
        <TextField
          label={confirmed ? 'How you looked it up' : 'Reason'}
          name="how"
          required
          maxLength={500}
          autoComplete="off"
          hint={confirmed ? 'Such as: public list, same name and address.' : 'Shown to the seller.'}
          error={form.errors.how}
        />
        <TextField label="Day" name="day" type="date" required max={today} defaultValue={today} error={form.errors.day} />
      </RecordForm>
    </FormDialog>
  )
}

async function downloadOffers(): Promise<void> {
  try {
    await download('/api/admin/registrations/offers/export', 'offers-by-country.csv')
  } catch (failure) {
    toast.error(messageOf(failure, 'The file could not be downloaded.'))
  }
}

/** Numbers of sellers in registers of producers. */
export default function RegistersScreen() {
  const token = useToken((state) => state.token)
  const [decision, setDecision] = useState<Decision | null>(null)
  const columns = useMemo(() => columnsFor(setDecision), [])
  return (
    <>
      <h1>Register numbers</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Numbers of sellers in registers of producers. Where the rule is Require, products of a seller without a confirmed number are not
        available. Look a number up in its register, then confirm it.
      </p>
      <p className="mt-3">
        <button type="button" className="button hollow small" onClick={() => void downloadOffers()}>
          Export offers by country
        </button>
      </p>
      <DataGrid
        name="registers"
        label="Register numbers"
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={(query) => registersGridQuery(token, query)}
        filters={filtersOf(REGISTER_LIST)}
        searchLabel="Search by seller or number"
        defaultSort="state"
        exportPath="/api/admin/registrations/export"
        empty={{ filtered: 'No numbers match your current filters', none: 'No numbers yet.' }}
        failure="The numbers could not be loaded."
      />
      {decision && <CheckDialog decision={decision} onClose={() => setDecision(null)} />}
    </>
  )
}
