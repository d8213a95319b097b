import { useId, useState } from 'react'
import { Link } from 'react-router'
import { PaperCopies } from '#app/features/catalog/papers/paper-copies.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { PaperZipResult } from '#contract/catalog/papers.ts'
import { languageName, PAPER_LABELS, PAPER_ZIP } from '#domain/paper.ts'

export const meta = () => [{ title: `Papers | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

/** Papers of a seller's products: copies on paper to send, and many papers at once. */
export default function SellerPapersScreen() {
  return (
    <>
      <h1>Papers</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Manuals, declarations and other papers of your products. Add those of one product in its form, under “Papers”.
      </p>
      <PaperCopies />
      <ZipUpload />
    </>
  )
}

function ZipUpload() {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [result, setResult] = useState<PaperZipResult>()
  async function take(file: File | undefined) {
    if (!file) return
    setProblem(undefined)
    setResult(undefined)
    if (file.size > PAPER_ZIP.bytes) return setProblem('This ZIP is larger than 100 MB. Split it and try again.')
    setBusy(true)
    try {
      const form = new FormData()
      form.append('file', file, file.name)
      setResult(await api.papers.addMany({ form }))
    } catch (failure) {
      setProblem(messageOf(failure, 'The ZIP could not be uploaded. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby={`${id}-title`} className="frame mt-6 p-5 md:p-6">
      <h2 id={`${id}-title`} className="text-xl">
        Upload a ZIP
      </h2>
      <p className="mt-2 max-w-text text-ink-2">
        Up to {PAPER_ZIP.files} files of 20 MB, 100 MB in all. Each name begins with the SKU of your product and has kind and language:{' '}
        <code className="wrap-anywhere">ECO-1000_manual_de_rev3.pdf</code>. Declarations have the number of their law, too:{' '}
        <code className="wrap-anywhere">ECO-1000_declaration_de_2006-42.pdf</code>. A new file takes the place of the one of its kind and
        language.
      </p>
      <FormProblem text={problem} />
      <p className="mt-4">
        <label htmlFor={id} className="button">
          {isBusy ? 'Uploading…' : 'Choose a ZIP'}
        </label>
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept=".zip,application/zip"
          disabled={isBusy}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </p>
      {result && <Outcome result={result} />}
    </section>
  )
}

function Outcome({ result: { added, refused } }: { result: PaperZipResult }) {
  return (
    <div role="status" className="mt-5">
      <p className={`notice ${refused.length > 0 ? 'warn' : 'ok'}`}>
        Added {count(added.length, 'paper')}.{refused.length > 0 && ` ${count(refused.length, 'file')} could not be added.`}
      </p>
      {refused.length > 0 && (
        <>
          <h3 className="mt-4">Not added</h3>
          <ul className="mt-1 list-disc pl-5">
            {refused.map(({ file, message }) => (
              <li key={file} className="wrap-anywhere">
                <bdi>{file}</bdi>: {message}
              </li>
            ))}
          </ul>
        </>
      )}
      {added.length > 0 && (
        <>
          <h3 className="mt-4">Added</h3>
          <ul className="mt-1 list-disc pl-5">
            {added.map(({ file, sku, paper: { id, productId, kind, language, revision } }) => (
              <li key={id} className="wrap-anywhere">
                <Link to={`/business/products/${productId}/edit#papers`}>{sku}</Link>: {PAPER_LABELS[kind]}, {languageName(language)}
                {revision && `, revision ${revision}`} (<bdi>{file}</bdi>)
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
