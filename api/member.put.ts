import { handle } from '#api/app.ts'
import { updateMember } from '#contract/member.ts'
import { changeRoles } from './member/roles.ts'

export default handle(updateMember, (context) => changeRoles(context, context.body.member.id, context.body.member.roles))
