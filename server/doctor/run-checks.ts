import { type Config, readConfig } from '#server/platform/config.ts'
import { checkDemoAccounts, checkSecondFactor } from './check-accounts.ts'
import { checkEmbedded, checkPostgres } from './check-database.ts'
import { checkDisk, checkNode, checkStoredFiles } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkReplica } from './check-replica.ts'
import { checkStripe } from './check-stripe.ts'
import { type Finding, fail, ok, reasonOf, type Setup, warn } from './finding.ts'

/** Checks the setup of the shop from the outside, without changing it. @param environment its environment variables */
export async function runChecks(
  environment: Record<string, string | undefined>,
  { now = () => new Date(), sendTo = null, plainUrl = null }: Partial<Omit<Setup, 'config'>> = {},
): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    return [fail('Settings', `${reasonOf(error)}.`, 'Correct the settings. docs/settings.md lists the allowed values.'), checkNode()]
  }
  const setup: Setup = { config, now, sendTo, plainUrl }
  const findings = [
    checkSettings(config),
    checkNode(),
    ...(await checkDatabase(setup)),
    ...(await checkStoredFiles(setup)),
    await checkDisk(setup),
    ...(await checkMail(setup)),
    ...(await checkStripe(setup)),
    ...(await checkPublicUrl(setup)),
  ]
  return findings.map((finding) => ({ ...finding, what: withoutSecrets(finding.what, config) }))
}

function checkSettings({ limitsRates, isDemo }: Config): Finding {
  if (limitsRates || isDemo) return ok('Settings', 'all can be read')
  return warn('Settings', 'RATE_LIMIT=off lets anyone guess passwords.', 'Remove RATE_LIMIT.')
}

async function checkDatabase(setup: Setup): Promise<Finding[]> {
  const { databaseUrl } = setup.config
  if (databaseUrl) {
    const findings = await checkPostgres(setup, databaseUrl)
    const isAway = findings.length === 1
    return isAway
      ? findings
      : [
          ...findings,
          await checkDemoAccounts(setup, databaseUrl),
          await checkSecondFactor(setup, databaseUrl),
          ...(await checkReplica(setup)),
        ]
  }
  return checkEmbedded(setup)
}

/** Masks every secret of the settings: reasons that others give may quote them. */
function withoutSecrets(text: string, config: Config): string {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, smtpUrl, stripe, s3, metricsToken, admin } = config
  const urls = [databaseUrl, databaseDirectUrl, databaseReadUrl, smtpUrl]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).password)
  const webhooks = stripe?.webhookSecret.split(',').map((secret) => secret.trim()) ?? []
  const secrets = [
    ...urls,
    ...urls.map(decodeURIComponent),
    stripe?.secretKey,
    ...webhooks,
    s3?.secretAccessKey,
    metricsToken,
    admin?.password,
  ]
  return secrets.reduce<string>((masked, secret) => (secret ? masked.replaceAll(secret, '[removed]') : masked), text)
}
