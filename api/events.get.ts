import { handle } from '#api/app.ts'
import { followChanges } from '#contract/event.ts'
import { MOST_STREAMS } from '#http/event-stream.ts'
import { Refusal } from '#http/problem.ts'

export default handle(followChanges, ({ app: { streams } }) => {
  if (streams.count >= MOST_STREAMS) throw new Refusal('too_many_streams')
  return { streams }
})
