import { handle } from '#api/app.ts'
import { updateMemberRole } from '#contract/member.ts'
import { changeRoles } from './roles.ts'

export default handle(updateMemberRole, (context) => changeRoles(context, Number(context.params.id), [context.body.role]))
