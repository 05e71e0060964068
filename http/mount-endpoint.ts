import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, Nothing } from '#contract/endpoint.ts'
import { type AuditDetail, insertAudit } from '#store/audit.ts'
import type { AnySql } from '#store/sql.ts'
import { callerFor } from './access.ts'
import type { App } from './app.ts'
import { keptBody } from './body.ts'
import { type Call, callOf, headersOf, languageOf } from './call.ts'
import { within } from './deadline.ts'
import { dispositionOf, isFileBytes, sendFile } from './download.ts'
import { isEventStream } from './event-stream.ts'
import { type CallContext, isAttachment, isForOne, isReadyJson, type Route } from './handle.ts'
import { refuseIfChanged } from './if-match.ts'
import { changeOnce, fingerprintOf, idempotencyKeyOf, Replay, refusalOfReplay } from './once.ts'
import { Refusal } from './problem.ts'
import { makeReady } from './ready.ts'
import type { Mounting } from './routes.ts'
import { bodyKey, personalKey, signedInKey } from './shelf.ts'
import type { Caller } from './signed-in.ts'
import { receiveForm, type Upload } from './upload.ts'
import { fieldsAs, validatorFor } from './validate.ts'
import { writerOf } from './writer.ts'

const READ_SECONDS = 6
const WRITE_SECONDS = 12 // both below the phone's 15 s

type Given = { body: unknown; files: Upload[] }

export function mountEndpoint<A extends App>(
  fastify: FastifyInstance,
  prefix: string,
  { endpoint, run }: Route<A>,
  mounting: Mounting<A>,
): void {
  const { app, shelf, manners, send } = mounting
  const address = prefix + endpoint.path
  const serialise = endpoint.answer === Nothing ? null : (value: unknown) => writerOf(endpoint.answer)(value)
  const check = checkerFor(endpoint)
  const isRead = endpoint.method === 'GET' || endpoint.sameForAll === true
  const seconds = endpoint.seconds ?? (isRead ? READ_SECONDS : WRITE_SECONDS)
  mounting.paths.add(address, endpoint.method)
  if (endpoint.isSignIn) manners.signInPaths.add(address)
  if (endpoint.method === 'POST' && endpoint.sameForAll) mounting.early.set(address, endpoint.bodyLimit ?? 65_536)

  function contextOf(request: FastifyRequest, caller: Caller | null, { body, files }: Given): CallContext<A, Endpoint> {
    const { raw } = request
    const call = callOf(raw)
    const key = endpoint.isSignIn || endpoint.sameForAll ? null : idempotencyKeyOf(raw)
    let recorded: { target: string; detail?: AuditDetail }[] = []
    async function change<T>(given: Parameters<typeof changeOnce<T>>[2]): Promise<T> {
      const work: typeof given = async (sql) => {
        recorded = []
        const value = await given(sql)
        for (const what of recorded) await insertAudit(sql, { ...what, action: endpoint.id, ...doneBy(caller, call, app) })
        return value
      }
      return commit(work, () => app.sql.begin(work) as Promise<T>)
    }
    const changeAtOnce = <T>(statement: (sql: AnySql) => Promise<T>): Promise<T> => commit(statement, () => statement(app.sql))
    async function commit<T>(work: Parameters<typeof changeOnce<T>>[2], withoutKey: () => Promise<T>): Promise<T> {
      const value = await (key === null ? withoutKey() : changeOnce(app.sql, onceOf(key), work))
      if (endpoint.isUnseen) app.mailed()
      else app.touched()
      return value
    }
    const ownHeaders: [string, string][] = []
    const onceOf = (key: string) => ({
      scope: `${caller?.id ?? call.ip} ${endpoint.method} ${endpoint.path}`,
      key,
      fingerprint: fingerprintOf(
        [body, request.params],
        files.map(({ sha256 }) => sha256),
      ),
      now: app.now(),
      headers: () => ownHeaders,
      serialise: serialise ?? (() => ''),
    })
    return {
      app,
      params: request.params,
      query: request.query,
      body,
      files,
      headers: request.headers,
      caller,
      language: languageOf(raw, app.config.locale),
      ip: call.ip,
      requestId: call.id,
      setHeader(name: string, value: string) {
        ownHeaders.push([name, value])
        call.extra = [...call.extra, name, value]
      },
      spend: (limit, key) => manners.spend(limit, call, key),
      change,
      changeAtOnce,
      record: (target, detail) => void recorded.push({ target, detail }),
      refuseIfChanged: refuseIfChanged(raw),
    } as CallContext<A, Endpoint>
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, caller: Caller | null, given: Given): Promise<void> {
    check(request.params, request.query, given.body)
    if (isRead) await app.settled()
    const edition = shelf.edition
    const value = await within(seconds, run(contextOf(request, caller, given)))
    reply.hijack()
    if (isFileBytes(value))
      return sendFile(request.raw, reply.raw, value, mounting).catch((error) => mounting.sendProblem(request.raw, reply.raw, error))
    if (isEventStream(value)) {
      reply.raw.once('close', () => mounting.sent(request.raw, 200, 0))
      return value.streams.add(request.raw, reply.raw)
    }
    if (isAttachment(value)) {
      const call = callOf(request.raw)
      call.extra = [...call.extra, 'Content-Disposition', dispositionOf(value.name)]
      return send(request.raw, reply.raw, makeReady(value.attachment, { type: value.mime, isPersonal: true }))
    }
    if (serialise === null) return sendNothing(request.raw, reply.raw, mounting)
    const isPersonal = caller !== null || !isRead
    const json = isReadyJson(value) ? value.utf8 : Buffer.from(serialise(value))
    const ready = makeReady(json, { withEtag: endpoint.method !== 'POST' || !(endpoint.sameForAll || endpoint.isSignIn), isPersonal })
    // What a signed-in caller got is for that caller alone, unless the contract says otherwise.
    const key = keyOf(request.raw)
    if (isRead && caller === null) shelf.put(key, ready, endpoint.sameForAll === true, edition)
    else if (isRead && endpoint.sameForSignedIn && !isForOne(value)) shelf.put(signedInKey(key), ready, false, edition)
    else if (isRead && (endpoint.isKept || endpoint.sameForSignedIn))
      shelf.put(personalKey(caller!.id, languageOf(request.raw, app.config.locale), key), ready, false, edition)
    send(request.raw, reply.raw, ready)
  }

  function replay({ raw }: FastifyRequest, reply: FastifyReply, { kept }: Replay): void {
    if (kept.status !== 200) throw refusalOfReplay(kept)
    const call = callOf(raw)
    call.extra = [...call.extra, ...kept.headers.flat(), 'Idempotency-Replayed', 'true']
    reply.hijack()
    if (serialise === null) return sendNothing(raw, reply.raw, mounting)
    send(raw, reply.raw, makeReady(Buffer.from(kept.body), { isPersonal: true }))
  }

  fastify.route({
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: address.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      callOf(request.raw).route = address
      const caller = await callerFor(endpoint, app, request.raw)
      const given = await bodyOf(request, endpoint, app, caller)
      try {
        await answer(request, reply, caller, given)
      } catch (error) {
        if (!(error instanceof Replay)) throw error
        replay(request, reply, error)
      } finally {
        await Promise.all(given.files.map((file) => file.discard()))
      }
    },
  })
}

// A form is read only now, after it is known who is sending it: nobody fills our disk without having signed in.
async function bodyOf(request: FastifyRequest, endpoint: Endpoint, app: App, caller: Caller | null): Promise<Given> {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''))
    return { body: request.body ?? (endpoint.body ? {} : undefined), files: [] }
  if (!endpoint.files || caller === null) throw new Refusal('unsupported_media_type', { expected: 'application/json' })
  const { fields, files } = await receiveForm(request.raw, { files: endpoint.files, errors: endpoint.errors }, app.files, caller.id)
  return { body: endpoint.body ? fieldsAs(endpoint.body, fields) : undefined, files }
}

function sendNothing<A extends App>(message: IncomingMessage, response: ServerResponse, { sent, closeIfDraining }: Mounting<A>): void {
  closeIfDraining(response)
  response.writeHead(204, headersOf(callOf(message)).concat('Cache-Control', 'no-store'))
  response.end()
  sent(message, 204, 0)
}

const doneBy = (caller: Caller | null, { id }: Call, app: App) => ({
  at: app.now(),
  actorId: caller?.id ?? null,
  sid: caller?.sid ?? null,
  clientId: caller?.clientId ?? null,
  requestId: id,
})

const keyOf = (message: IncomingMessage): string =>
  message.method === 'POST' ? bodyKey(message.url!, keptBody(message) ?? Buffer.alloc(0)) : message.url!

function checkerFor(endpoint: Endpoint) {
  const params = endpoint.params && validatorFor(endpoint.params)
  const query = endpoint.query && validatorFor(endpoint.query)
  const body = endpoint.body && validatorFor(endpoint.body)
  return (givenParams: unknown, givenQuery: unknown, givenBody: unknown): void => {
    params?.(givenParams)
    query?.(givenQuery)
    body?.(givenBody)
  }
}
