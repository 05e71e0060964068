import { handle } from '#auth/app.ts'
import { agentOf, networkOf } from '#auth/caller.ts'
import { accessTokenFor, issueTokens } from '#auth/issue-tokens.ts'
import { endIfReplayed, redeemCode } from '#auth/redeem-code.ts'
import { hashOf } from '#auth/refresh-token.ts'
import { refuseCrossOrigin } from '#auth/transport.ts'
import { exchangeCode } from '#contract/mobile.ts'
import { Refusal } from '#http/problem.ts'

export default handle(exchangeCode, async ({ app, body, headers, ip, requestId, spend, setHeader }) => {
  const { auth } = app
  const at = app.now()
  const usesCookie = body.transport === 'cookie'
  if (usesCookie) refuseCrossOrigin(auth, headers)
  const about = { at, network: networkOf(ip), agent: agentOf(headers['user-agent']), requestId }
  const hash = hashOf(body.code)
  const outcome = await redeemCode(app, hash, body, usesCookie, about)
  if ('refusal' in outcome) {
    if (outcome.refusal === 'code_invalid') await endIfReplayed(app, hash, about, headers.authorization)
    spend('failures')
    throw new Refusal(outcome.refusal)
  }
  const { grant, secret, client } = outcome
  const accessToken = await accessTokenFor(auth, grant, client, at)
  return issueTokens(auth, { grant, secret, client, accessToken, usesCookie }, setHeader)
})
