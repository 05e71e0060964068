import { handle } from '#api/app.ts'
import { getJoining } from '#contract/joining.ts'
import { findJoining } from '#store/person/joining.ts'

export default handle(getJoining, ({ app, caller }) => findJoining(app.sql, caller.id))
