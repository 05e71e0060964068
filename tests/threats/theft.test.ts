import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import fc from 'fast-check'
import { startService, type TestService } from '#tests/support/service.ts'
import { claimsOf, openSession, ownSessions } from '#tests/support/session.ts'
import { type FieldTokens, refresh } from '#tests/support/sign-in.ts'
import { share, testPart } from '#tests/support/tier.ts'

// Model-based test of refresh token rotation against the real handlers and the real database: an honest phone that may lose
// responses or send twice at once, a thief who copies the phone's tokens and does the same, and time that passes.

let service: TestService
let clock: Date
before(async () => {
  clock = new Date()
  service = await startService({ now: () => clock })
})
after(() => service?.close())

type Holder = { tokens: FieldTokens; hasUsed: number[] } // generations it called the API with
type Model = { gen: number; confirmed: number; rotatedAt: number; isEnded: boolean; owner: Holder; thief: Holder | null }
type World = { sid: string; secrets: Map<number, string> } // generation -> its only refresh token
type Who = 'owner' | 'thief'

const genOf = ({ accessToken }: FieldTokens): number => claimsOf(accessToken).gen

function expected(model: Model, presented: number): 'rotate' | 'repeat' | 'ended' | 'theft' {
  if (model.isEnded) return 'ended'
  if (presented === model.gen) return 'rotate'
  const isTolerated = model.confirmed < model.gen || clock.getTime() - model.rotatedAt <= 60_000
  return presented === model.gen - 1 && isTolerated ? 'repeat' : 'theft'
}

class Refresh implements fc.AsyncCommand<Model, World> {
  readonly who: Who
  readonly isLost: boolean
  readonly times: number
  constructor(who: Who, isLost: boolean, times: number) {
    this.who = who
    this.isLost = isLost
    this.times = times
  }
  check = (model: Model): boolean => model[this.who] !== null
  toString = (): string =>
    `${this.who} refreshes${this.times > 1 ? ` ${this.times} times at once` : ''}${this.isLost ? ', answer lost' : ''}`
  async run(model: Model, world: World): Promise<void> {
    const holder = model[this.who]!
    const presented = genOf(holder.tokens)
    const step = expected(model, presented)
    const answers = await Promise.all(Array.from({ length: this.times }, () => refresh(service, holder.tokens.refreshToken)))
    if (step === 'rotate') Object.assign(model, { gen: presented + 1, confirmed: presented, rotatedAt: clock.getTime() })
    if (step === 'theft') model.isEnded = true
    for (const answer of answers) {
      assert.equal(answer.status, step === 'rotate' || step === 'repeat' ? 200 : 401, `${step}: ${await answer.clone().text()}`)
      if (answer.status !== 200) continue
      const tokens = (await answer.json()) as FieldTokens
      assert.equal(genOf(tokens), presented + 1)
      const successor = world.secrets.get(presented + 1) ?? tokens.refreshToken
      assert.equal(tokens.refreshToken, successor, 'a token has one successor')
      world.secrets.set(presented + 1, successor)
      if (!this.isLost) holder.tokens = tokens
    }
    const [row] =
      await service.sql`select gen, confirmed_gen as confirmed, revoked_at is not null as "isEnded" from auth.session where sid = ${world.sid}`
    assert.deepEqual({ ...row }, { gen: model.gen, confirmed: model.confirmed, isEnded: model.isEnded })
  }
}

class CallApi implements fc.AsyncCommand<Model, World> {
  readonly who: Who
  constructor(who: Who) {
    this.who = who
  }
  check = (model: Model): boolean => model[this.who] !== null
  toString = (): string => `${this.who} calls the API`
  async run(model: Model): Promise<void> {
    const holder = model[this.who]!
    const { gen, exp } = claimsOf(holder.tokens.accessToken)
    const isGood = !model.isEnded && exp * 1000 > clock.getTime()
    assert.equal((await ownSessions(service, holder.tokens.accessToken)).status, isGood ? 200 : 401)
    if (!isGood) return
    holder.hasUsed.push(gen)
    model.confirmed = Math.max(model.confirmed, gen)
  }
}

class Steal implements fc.AsyncCommand<Model, World> {
  check = (): boolean => true
  toString = (): string => 'the thief copies what the phone holds'
  async run(model: Model): Promise<void> {
    model.thief = { tokens: model.owner.tokens, hasUsed: [] }
  }
}

class Wait implements fc.AsyncCommand<Model, World> {
  readonly seconds: number
  constructor(seconds: number) {
    this.seconds = seconds
  }
  check = (): boolean => true
  toString = (): string => `${this.seconds} s pass`
  async run(): Promise<void> {
    clock = new Date(clock.getTime() + this.seconds * 1000)
  }
}

async function begin(): Promise<{ model: Model; real: World }> {
  clock = new Date()
  const tokens = await openSession(service)
  const owner = { tokens, hasUsed: [] }
  const model = { gen: 1, confirmed: 0, rotatedAt: clock.getTime(), isEnded: false, owner, thief: null }
  return { model, real: { sid: claimsOf(tokens.accessToken).sid, secrets: new Map([[1, tokens.refreshToken]]) } }
}

const waits = fc.constantFrom(1, 30, 60, 61, 3600, 30_000).map((seconds) => new Wait(seconds))
const refreshes = (who: Who) =>
  fc.tuple(fc.boolean(), fc.constantFrom(1, 1, 1, 3)).map(([isLost, times]) => new Refresh(who, isLost, times))
const calls = (who: Who) => fc.constant(new CallApi(who))

testPart('theft of a refresh token: any sequence of phone, thief and time matches the model', async () => {
  const commands = fc.commands([refreshes('owner'), calls('owner'), waits, fc.constant(new Steal()), refreshes('thief'), calls('thief')], {
    maxCommands: 16,
    size: 'max',
  })
  const property = fc.asyncProperty(commands, async (all) => {
    const { model, real } = await begin()
    await fc.asyncModelRun(() => ({ model, real }), all)
  })
  await fc.assert(property, { numRuns: share(100) })
})

testPart('an honest phone is never signed out by lost responses and retries', async () => {
  const commands = fc.commands([refreshes('owner'), refreshes('owner'), calls('owner'), waits], { maxCommands: 14, size: 'max' })
  const property = fc.asyncProperty(commands, async (all) => {
    const { model, real } = await begin()
    await fc.asyncModelRun(() => ({ model, real }), all)
    assert.equal(model.isEnded, false)
    assert.equal((await refresh(service, model.owner.tokens.refreshToken)).status, 200)
  })
  await fc.assert(property, { numRuns: share(30) })
})

testPart('a theft is always detected once both have refreshed and used their tokens, in any order', async () => {
  const turn = fc.constantFrom<Who>('owner', 'thief')
  const property = fc.asyncProperty(fc.array(turn, { maxLength: 4 }), turn, async (before, first) => {
    const { model, real } = await begin()
    const step = async (who: Who) => {
      await new Refresh(who, false, 1).run(model, real)
      await new CallApi(who).run(model)
      await new Wait(61).run()
    }
    await new Steal().run(model)
    for (const who of before) await step(who)
    const second = first === 'owner' ? 'thief' : 'owner'
    for (const who of [first, second, first, second] as Who[]) await step(who)
    assert.equal(model.isEnded, true)
    for (const { tokens } of [model.owner, model.thief!]) {
      assert.equal((await refresh(service, tokens.refreshToken)).status, 401)
      assert.equal((await ownSessions(service, tokens.accessToken)).status, 401)
    }
  })
  await fc.assert(property, { numRuns: share(20) })
})
