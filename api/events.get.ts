import { handle } from '#api/app.ts'
import { followChanges } from '#contract/event.ts'

export default handle(followChanges, ({ app: { streams } }) => ({ streams }))
