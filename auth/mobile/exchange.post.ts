import { handle } from '#auth/app.ts'
import { agentOf, networkOf } from '#auth/caller.ts'
import { refuseCrossOrigin } from '#auth/provider/transport.ts'
import { mayBeValid } from '#auth/token/authorization-code.ts'
import { noteFailure, refuseFailedBefore } from '#auth/token/failed-tokens.ts'
import { accessTokenFor, issueTokens } from '#auth/token/issue-tokens.ts'
import { redeemCode } from '#auth/token/redeem-code.ts'
import { exchangeCode } from '#contract/mobile.ts'
import { Refusal } from '#http/response/problem.ts'

export default handle(exchangeCode, async ({ app, body, headers, ip, requestId, spend, setHeader }) => {
  const { auth } = app
  const at = app.now()
  const usesCookie = body.transport === 'cookie'
  if (usesCookie) refuseCrossOrigin(auth, headers)
  // An invented code never reaches the database.
  if (!mayBeValid(body.code, auth.secrets.codeMac, at)) {
    await spend('failures')
    throw new Refusal('code_invalid')
  }
  refuseFailedBefore(auth, body.code)
  const about = { at, network: networkOf(ip), agent: agentOf(headers['user-agent']), requestId }
  const outcome = await auth.work.run(ip, () => redeemCode(app, body, usesCookie, about, headers.authorization))
  if ('refusal' in outcome) {
    noteFailure(auth, body.code)
    await spend('failures')
    throw new Refusal(outcome.refusal)
  }
  const { grant, secret, client } = outcome
  const accessToken = await accessTokenFor(auth, grant, client, at)
  return issueTokens(auth, { grant, secret, client, accessToken, usesCookie }, setHeader)
})
