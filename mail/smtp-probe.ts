import { within } from '#async/within.ts'
import { connectionTo, readSmtpUrl, type SmtpTiming } from './smtp.ts'

export type SmtpProbe = { host: string; port: number; isEncrypted: boolean; isSignedIn: boolean }

/** Connects, greets, encrypts and signs in as for an email, and sends none. Throws an error with the reply of the server. */
export function probeSmtp(url: string, timing: SmtpTiming): Promise<SmtpProbe> {
  const settings = readSmtpUrl(url)
  const { host, port, auth } = settings
  const connection = connectionTo(settings, timing)
  const probing = new Promise<SmtpProbe>((resolve, reject) => {
    const fail = (error: Error & { response?: string }): void => reject(new Error(error.response ?? error.message, { cause: error }))
    const succeed = (isSignedIn: boolean): void => resolve({ host, port, isEncrypted: connection.secure, isSignedIn })
    connection.on('error', fail)
    connection.once('end', () => setImmediate(fail, new Error('the connection was closed')))
    connection.connect((error) => {
      if (error) fail(error)
      else if (auth === null) succeed(false)
      else if (!connection.allowsAuth) fail(new Error('the server does not offer authentication'))
      else connection.login(auth, (error) => (error ? fail(error) : succeed(true)))
    })
  })
  const late = () => {
    throw new Error(`no answer within ${timing.wholeMs / 1000} s`)
  }
  return within(probing, timing.wholeMs, late, { isRef: false }).finally(() => {
    connection.on('error', () => {})
    connection.quit()
    connection.close()
    if (connection._socket) connection._socket.destroy()
  })
}
