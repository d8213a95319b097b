import { stockTexts } from './catalog/products/stock-texts.ts'
import { recallTexts } from './catalog/recalls/recall-texts.ts'
import { contactTexts } from './contact/messages/contact-texts.ts'
import { noticeTexts } from './contact/notices/notice-texts.ts'
import { returnTexts } from './fulfillment/returns/return-texts.ts'
import { sellerOrderTexts } from './fulfillment/seller-orders/seller-order-texts.ts'
import { withdrawalTexts } from './fulfillment/withdrawals/withdrawal-texts.ts'
import { accountTexts } from './identity/auth/account-texts.ts'
import { webhookTexts } from './integrations/webhooks/webhook-texts.ts'
import { orderTexts } from './orders/order-texts.ts'
import { disputeTexts } from './payments/cards/dispute-texts.ts'
import { documentTexts } from './payments/documents/document-texts.ts'
import { monthlyTexts } from './payments/monthly/monthly-texts.ts'
import { payoutTexts } from './payouts/payout-texts.ts'
import { digestTexts } from './platform/mail/digest-texts.ts'
import type { MailTexts } from './platform/mail/mail-text.ts'
import { taxTexts } from './pricing/tax/tax-texts.ts'
import { quoteTexts } from './quotes/quote-texts.ts'
import { auditLogTexts } from './reporting/audit-log/audit-log-texts.ts'
import { businessTexts } from './sellers/applications/business-texts.ts'
import { teamTexts } from './sellers/team/team-texts.ts'

/** Texts of all emails, by template; each is in the area that sends it. */
export const MAIL_TEXTS: MailTexts = {
  ...accountTexts,
  ...auditLogTexts,
  ...businessTexts,
  ...contactTexts,
  ...digestTexts,
  ...disputeTexts,
  ...documentTexts,
  ...monthlyTexts,
  ...noticeTexts,
  ...orderTexts,
  ...payoutTexts,
  ...quoteTexts,
  ...recallTexts,
  ...returnTexts,
  ...sellerOrderTexts,
  ...stockTexts,
  ...taxTexts,
  ...teamTexts,
  ...webhookTexts,
  ...withdrawalTexts,
}
