import { Ok } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

export const policyReports = {
  send: endpoint({
    method: 'POST',
    path: '/api/csp-report',
    isUncounted: true,
    access: 'anyone',
    personal: true,
    beforeNewPassword: true,
    summary:
      "Receives browsers' reports about the content security policy: `application/csp-report` or `application/reports+json`, at most 16 kB.",
    consumes: ['application/csp-report', 'application/reports+json'],
    response: Ok,
  }),
}
