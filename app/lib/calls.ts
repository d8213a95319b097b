import { readCalls } from './read-calls.ts'

/** Method and path of every call. Written by `npm run calls` from the contract; a test holds them together. */
export const calls =
  readCalls(`auth:me gauth/me,login pauth/login,register pauth/register,logout pauth/logout,stepUp pauth/step-up,forgotPassword pauth/forgot-password,verifyEmail pauth/verify-email,undoEmail pauth/undo-email,resetPassword pauth/reset-password
account:read gaccount,change aaccount,cancelNewEmail daccount/pending-email,sendVerification paccount/verification,changePassword paccount/password,listSessions *gaccount/sessions,endSession daccount/sessions/:id,endOtherSessions daccount/sessions,exportAll paccount/export,remove daccount
products:list *gproducts,facets gproducts/facets,featured *gproducts/featured,bySlug gproducts/slug/:slug,byId gproducts/:id
productEdits:form gproducts/:id/form,create pproducts,update uproducts/:id,setFeatured aproducts/:id,remove dproducts/:id,duplicate pproducts/:id/duplicate,activate pproducts/:id/activate,bulkStock pproducts/bulk/stock,bulkFeatured pproducts/bulk/featured,bulkDelete pproducts/bulk/delete,bulkPrices pproducts/bulk/prices
uploads:images puploads/images,remove duploads/:id
businesses:list *gbusinesses,bySlug gbusinesses/slug/:slug,byId gbusinesses/:id
categories:listPublic *gcategories,listForStaff *gadmin/categories,create padmin/categories,update uadmin/categories/:idOrValue,remove dadmin/categories/:idOrValue
blog:list *gblog,facets gblog/facets,bySlug gblog/slug/:slug
blogPosts:list *gadmin/blog,export gadmin/blog/export,byId gadmin/blog/:id,create padmin/blog,update uadmin/blog/:id,remove dadmin/blog/:id,publish padmin/blog/:id/publish,restore padmin/blog/:id/restore,preview padmin/blog/preview,createAlias pblog,updateAlias ublog/:id,removeAlias dblog/:id
claims:listOwn *gadmin/claims,export gadmin/claims/export,byId gadmin/claims/:id,update uadmin/claims/:id,list *gclaims
search:find gsearch
settings:read gadmin/settings,update uadmin/settings,permissions gadmin/permissions
promotions:list *gadmin/promo-codes,export gadmin/promo-codes/export,byId gadmin/promo-codes/:id,create padmin/promo-codes,update uadmin/promo-codes/:id,remove dadmin/promo-codes/:id
mails:list *gadmin/mails,byId gadmin/mails/:id,resend padmin/mails/:id/resend
audit:list *gadmin/audit-log,export gadmin/audit-log/export,byId gadmin/audit-log/:id,facets gadmin/audit-log/facets
shop:facts gshop,placeholder gplaceholder/:width/:height
cart:list gcart,addItem pcart,setQuantity ucart/:productId,removeItem dcart/:productId,clear dcart,applyPromo ucart/promo,removePromo dcart/promo,setShipping ucart/shipping
checkout:placeOrder porders,payLater gcheckout/pay-later,createPaymentIntent pcreate-payment-intent,reorder porders/:id/reorder
orders:listOwn *gorders,byId gorders/:id,listAll *gadmin/orders,exportAll gadmin/orders/export,adminById gadmin/orders/:id,cancel porders/:id/cancel,setStatus aadmin/orders/:id/status,setPartStatus aadmin/orders/:id/parts/:businessId,correctTracking aadmin/orders/:id/parts/:businessId/tracking,moveMany padmin/orders/bulk/status
sellerOrders:list *gbusiness/orders,exportAll gbusiness/orders/export,byId gbusiness/orders/:id,move abusiness/orders/:id/fulfilment,correctTracking abusiness/orders/:id/tracking,refund pbusiness/orders/:id/refund,packingSlip gbusiness/orders/:id/packing-slip.pdf
orderMoney:markPaid padmin/orders/:id/payments,refund padmin/orders/:id/refund,invoice gorders/:id/invoice.pdf
phoneOrders:customer gadmin/users/:id/order-form,preview padmin/orders/preview,place padmin/orders
returns:photos preturns/photos,request porders/:id/returns,listOwn *greturns,listOfSeller *gbusiness/returns,exportOfSeller gbusiness/returns/export,moveAsSeller abusiness/returns/:id,listAll *gadmin/returns,exportAll gadmin/returns/export,move aadmin/returns/:id
cardPayments:receiveEvent pwebhooks/stripe,check porders/:id/payment
addresses:list *gaccount/addresses,add paccount/addresses,change uaccount/addresses/:id,remove daccount/addresses/:id
imports:importExcel pimport/excel,list *gadmin/imports,upload padmin/imports,current gadmin/imports/current,template gadmin/imports/template,get gadmin/imports/:id,check padmin/imports/:id/check,start padmin/imports/:id/start,undo padmin/imports/:id/undo,rejected gadmin/imports/:id/rejected
jobs:list *gadmin/jobs,schedules gadmin/jobs/schedules,retry padmin/jobs/:id/retry
impact:machines *gimpact/machines,save pimpact/results,byKey gimpact/results/:key,report gimpact/results/:key/report.pdf
caseStudies:list *gcase-studies,byId gcase-studies/:id,document gshop/case-studies/:id.pdf
messages:contact pcontact,requestQuote pquotes
inbox:list *gadmin/messages,export gadmin/messages/export,byId gadmin/messages/:id,change aadmin/messages/:id
notifications:list *gnotifications,unread gnotifications/unread,markRead pnotifications/read
newsletter:subscribe pnewsletter,confirm pnewsletter/confirm,unsubscribe pnewsletter/unsubscribe
subscribers:list *gadmin/newsletter,export gadmin/newsletter/export,unsubscribe padmin/newsletter/:id/unsubscribe,erase dadmin/newsletter/:id
applications:register pbusinesses/register,listAll *gadmin/businesses,exportAll gadmin/businesses/export,details gadmin/businesses/:id/details,setStatus aadmin/businesses/:id/status,update uadmin/businesses/:id,remove dadmin/businesses/:id
business:profile gbusiness/profile,updateProfile ubusiness/profile,products *gbusiness/products,exportProducts gbusiness/products/export,stats gbusiness/stats
staff:dashboardStats gadmin/dashboard-stats
staffProducts:list *gadmin/products/all,counts gadmin/products/stats,exportFile gadmin/products/export,history *gadmin/products/:productId/history,setStatus aadmin/products/:productId/status
commission:rates gadmin/commission-rates,saveRates uadmin/commission-rates
earnings:read gbusiness/earnings,entries *gbusiness/earnings/entries,exportEntries gbusiness/earnings/entries/export,statements gbusiness/statements,statementPdf gbusiness/statements/:month.pdf,statementCsv gbusiness/statements/:month.csv,payouts *gbusiness/payouts,saveAccount ubusiness/payout-account,readStripe gbusiness/payout-account/stripe,connectStripe pbusiness/payout-account/stripe,disconnectStripe dbusiness/payout-account/stripe
disputes:list *gadmin/disputes,export gadmin/disputes/export,listOwn *gbusiness/disputes,exportOwn gbusiness/disputes/export
payouts:list *gadmin/payouts,export gadmin/payouts/export,preview gadmin/payouts/preview,prepare padmin/payouts,file gadmin/payouts/file,held gadmin/payouts/held,release padmin/businesses/:id/payouts/release,move aadmin/payouts/:id
analytics:read gadmin/analytics,exportSteps gadmin/analytics/export
users:list *gadmin/users,exportAll gadmin/users/export,create padmin/users,update uadmin/users/:id,remove dadmin/users/:id,sendResetLink padmin/users/:id/reset-password,endSessions dadmin/users/:id/sessions
health:live ghealth/live,ready ghealth/ready
policyReports:send pcsp-report`)
