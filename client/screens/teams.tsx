import { Route, Switch } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { FindTeam } from './find-team.tsx'
import { InvitationScreen } from './invitation.tsx'
import { JoiningScreen } from './joining.tsx'
import { MakeTeam } from './make-team.tsx'

/** The screens of finding and forming teams, in one chunk. */
export const TeamsScreens = () => (
  <Switch>
    <Route path={paths.makeTeam} component={MakeTeam} />
    <Route path={paths.findTeam} component={FindTeam} />
    <Route path={paths.joining} component={JoiningScreen} />
    <Route path={paths.invitation}>{({ token }) => <InvitationScreen key={token} token={token} />}</Route>
  </Switch>
)
