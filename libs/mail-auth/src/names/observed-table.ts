/**
 * Smaller reporters of 2,755 real reports, whose names are their own, too. Format: `readTable`. Source: the repository
 * danielsen/DmarcRua, which publishes those reports. Appliances in a gateway's cloud report for their owners from iphmx.com.
 */
export const observedTable = `
alz.org | | alz.org
ameriworld.com | | ameriworld.com
arandomserver.com | | arandomserver.com
artfiles | | artfiles.de
baltimorecountymd.gov | | baltimorecountymd.gov
bbraun.com | | bbraun.com | iphmx.com
bchydro.com | | bchydro.com
bethesdahealth.org | | bethesdahealth.org | iphmx.com
blackbox.com | | blackbox.com | iphmx.com
bluegrass.net | | bluegrass.net
bowlerocorp.com | | bowlerocorp.com | iphmx.com
carsontahoe.org | | carsontahoe.org
cctwincities.org | | cctwincities.org | iphmx.com
centerasecurity.com | | centerasecurity.com
coastal24.com | | coastal24.com | iphmx.com
cooperhealth.edu | | cooperhealth.edu
curiaglobal.com | | curiaglobal.com | iphmx.com
cw technology | | cwpowerit.com cwtechnology.com
cwru | | case.edu
entirelydigital.com | | entirelydigital.com
faa.gov | | faa.gov
fcfcu.com | | fcfcu.com
fipag.co.mz | | fipag.co.mz
firstenergycorp.com | | firstenergycorp.com
globetax.com | | globetax.com
gmo pepabo | | heteml.jp lolipop.jp muumuu-domain.com
hatchusa.com | | hatch.com hatchusa.com
hawthornecat.com | | hawthornecat.com | iphmx.com
hii-ingalls.com | | hii-ingalls.com
hspherefilter.com | | hspherefilter.com
hunttelecom.com | | hunttelecom.com
ieditweb | | ieditweb.com
ihloom.com | | ihloom.com
ilsi.local | | ilsi.local
imadxb.com | | imadxb.com
inexio.net | | inexio.net
iphmx | | iphmx.com | bbraun.com bethesdahealth.org blackbox.com bowlerocorp.com cctwincities.org coastal24.com curiaglobal.com hawthornecat.com ithaka.org knapheide.com lammico.com messa.org sccourts.org sunbeltsolomon.com vcu.edu walkerdunlop.com
iphostway.net | | iphostway.net
isx.net.nz | | isx.net.nz
ithaka.org | | ithaka.org | iphmx.com
kinex.net | | kinex.net
knapheide.com | | knapheide.com | iphmx.com
lammico.com | | lammico.com | iphmx.com
maximus.com | | maximus.com
mercy.net | | mercy.net
messa.org | | messa.org | iphmx.com
metlife.com | | metlife.com
minturnnut.com | | minturnnut.com
mtgcp.com | | mtgcp.com
mwaa.com | | mwaa.com
myworldclient.com | | myworldclient.com
nerdsoft.com | | nerdsoft.com
newark.com | | newark.com avnet.eu
newbraunfels.gov | | newbraunfels.gov
nfm.net | | nfm.net
ochsner.org | | ochsner.org
olemac.net | | olemac.net
one2net.net | | one2net.net one2net.com
oneinsane dot org, oneinsane.org | | oneinsane.org
optum.com | | optum.com
qatarairways.com.qa | | qatarairways.com.qa
sccourts.org | | sccourts.org | iphmx.com
semaphore.com | | semaphore.com
servconfig.com | | servconfig.com
shutts.com | | shutts.com
sigmanet | | sigmanet.lv
socgen.com | | socgen.com
studygroup.com | | studygroup.com
sunbeltsolomon.com | | sunbeltsolomon.com | iphmx.com
tecnocratica | | tecnocratica.net
tomohost.com | | tomohost.com
unipi.it | | unipi.it
uniqa.cz | | uniqa.cz
utep.edu | | utep.edu
vcu.edu | | vcu.edu | iphmx.com
walkerdunlop.com | | walkerdunlop.com | iphmx.com
`;
