import { randomUUID } from 'node:crypto'
import { withClient } from '#server/platform/db/watched-client.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { openMailer, verifyMailServer } from '#server/platform/vendors/mailer.ts'
import { type Finding, fail, ok, reasonOf, type Setup, warn } from './finding.ts'

const LONGEST_MS = 5000
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])
const CURE = 'Check host, port, user and password of SMTP_URL, and that the mail server accepts this machine.'

/** Signs in to the mail server; encrypted unless it is on this machine. */
async function checkServer(url: string): Promise<Finding> {
  const { hostname, port, protocol } = new URL(url)
  const where = `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`
  const isLocal = LOCAL.has(hostname)
  try {
    await verifyMailServer(url, !isLocal)
    return ok('Mail', `${where} accepts the shop`)
  } catch (error) {
    const isOpen = isLocal
      ? false
      : await verifyMailServer(url, false).then(
          () => true,
          () => false,
        )
    if (!isOpen) return fail('Mail', `${where} doesn't accept the shop: ${reasonOf(error)}.`, CURE)
    return warn(
      'Mail',
      `${where} offers no encryption: passwords and emails can be read in transit.`,
      'Use a mail server with STARTTLS, or smtps:// in SMTP_URL.',
    )
  }
}

/** Returns the sender of the shop's emails, from its settings; null where they can't be read or were never changed. */
async function findSender(databaseUrl: string | undefined): Promise<string | null> {
  if (!databaseUrl) return null
  const config = { connectionString: databaseUrl, connectionTimeoutMillis: LONGEST_MS, query_timeout: LONGEST_MS }
  const text = "select value->>'email' as email from settings where name = 'company'"
  const found = withClient(config, async (client) => (await client.query<{ email: string | null }>(text)).rows[0]?.email ?? null)
  return found.catch(() => null)
}

async function sendTest({ config, now, sendTo }: Setup): Promise<Finding[]> {
  if (sendTo === null) return []
  const mailer = openMailer(config, openFiles(config))
  const user = decodeURIComponent(new URL(config.smtpUrl ?? 'smtp://localhost').username)
  const text = 'This is a test email from "npm run doctor". The shop sends its emails the same way.'
  const sender = await findSender(config.databaseUrl)
  const id = randomUUID()
  try {
    await mailer.send({
      from: { name: 'Doctor', address: sender ?? (user.includes('@') ? user : sendTo) },
      to: sendTo,
      subject: 'Test email from your shop',
      html: `<p>${text.replaceAll('"', '&quot;')}</p>`,
      text,
      messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
      date: now(),
      fileName: `doctor-${id}.eml`,
    })
    const where = config.smtpUrl
      ? `the mail server accepted the test email to ${sendTo}`
      : `the test email is a file in mail/ of ${config.dataDir}`
    return [ok('Test email', where)]
  } catch (error) {
    return [fail('Test email', `It was refused: ${reasonOf(error)}.`, 'Check the address, and that the mail server can send to it.')]
  } finally {
    mailer.close()
  }
}

/** Checks the mail server, and sends a test email where a recipient is given. */
export async function checkMail(setup: Setup): Promise<Finding[]> {
  const { smtpUrl, isDemo, dataDir } = setup.config
  const server = smtpUrl
    ? await checkServer(smtpUrl)
    : isDemo
      ? ok('Mail', `emails are files in mail/ of ${dataDir}, as in every demo`)
      : warn('Mail', `Emails are only written to files in mail/ of ${dataDir}.`, 'Set SMTP_URL.')
  return [server, ...(await sendTest(setup))]
}
