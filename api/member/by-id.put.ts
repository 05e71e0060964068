import { handle } from '#api/app.ts'
import { changeRoles } from '#api/member.put.ts'
import { updateMemberRole } from '#contract/member.ts'

export default handle(updateMemberRole, (context) => changeRoles(context, Number(context.params.id), [context.body.role]))
