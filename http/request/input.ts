import type { Call } from '#http/call.ts'
import type { Input } from '#http/context.ts'
import type { EndpointTarget } from '#http/part.ts'
import { Refusal } from '#http/response/problem.ts'
import { isPlainJson, parseJson, receiveBody } from './body.ts'
import type { Match } from './router.ts'
import { receiveForm } from './upload.ts'
import { fieldsAs } from './validate.ts'

const DEFAULT_BODY = 64 * 1024
const FORM_BODY = 4096

const isMultipart = ({ message }: Call): boolean => /^multipart\/form-data\b/i.test(message.headers['content-type'] ?? '')
const isForm = ({ message }: Call): boolean => /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(message.headers['content-type'] ?? '')

function hasBody({ method, message: { headers } }: Call): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const { 'content-length': length = '0', 'transfer-encoding': encoding, 'content-type': type } = headers
  return type !== undefined || encoding !== undefined || length !== '0'
}

const wrongType = (): Refusal => new Refusal('unsupported_media_type', { expected: 'application/json' })

// The input step: reads the body and validates all input against the contract. It runs after the access step, so that an upload is only read
// from a caller who may make it.
export async function readInput(call: Call, target: EndpointTarget, { params, query }: Match): Promise<Input> {
  const { body, files } = await readEndpointBody(call, target)
  const input = { params, query, body, files }
  try {
    target.validate(input)
  } catch (error) {
    await discardFiles(input)
    throw error
  }
  return input
}

export const discardFiles = async ({ files }: Input): Promise<void> => {
  if (files.length > 0) await Promise.all(files.map((file) => file.discard()))
}

async function readEndpointBody(call: Call, { app, endpoint }: EndpointTarget): Promise<Pick<Input, 'body' | 'files'>> {
  const absent = endpoint.body ? {} : undefined // null counts as absent too
  if (!hasBody(call)) return { body: absent, files: [] }
  if (!isMultipart(call)) return { body: (await readJson(call, endpoint.bodyLimit)) ?? absent, files: [] }
  if (!endpoint.files || call.caller === null) throw wrongType()
  const rules = { files: endpoint.files, errors: endpoint.errors }
  const owners = { person: call.caller.id, address: call.ip, signal: () => call.signal }
  const { fields, files } = await receiveForm(call.message, rules, { ...app.transfers, files: app.files }, owners)
  return { body: endpoint.body ? fieldsAs(endpoint.body, fields) : undefined, files }
}

async function readJson(call: Call, limit = DEFAULT_BODY): Promise<unknown> {
  if (!isPlainJson(call.message)) throw wrongType()
  return parseJson(call.body ?? (await receiveBody(call, limit)))
}

// A browser route uses only its URL: the body of a submitted form is read and ignored. RFC 8058 3.1 allows both form types.
export async function skipForm(call: Call): Promise<void> {
  if (!hasBody(call)) return
  if (isForm(call) || isMultipart(call)) await receiveBody(call, FORM_BODY)
  else await readJson(call)
}
