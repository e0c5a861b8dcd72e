/**
 * RSLP for Galician: Lucene's rules, from the stemmer by the University of Vigo's group
 * (bvg.udc.es).
 */
import type { RslpStep } from './rslp.js';

const PLURAL: RslpStep = {
  least: 3,
  exceptWords: true,
  only: 's',
  rules: `
ns 1>n: luns furatapóns furatapons
ós 3>ón
ões 3>ón
ães 1>ão: mães magalhães
ais 2>al: cais tais mais pais ademais
áis 2>al: cáis táis máis páis ademáis
éis 2>el
eis 2>el
óis 2>ol: escornabóis
ois 2>ol: escornabois
ís 2>il: país
is 2>il: menfis pais kinguis
les 2>l: ingles marselles montreales senegales manizales móstoles nápoles
res 3>r: petres henares cáceres baleares linares londres mieres miraflores mércores venres pires
ces 2>z
zes 2>z
ises 3>z
ás 1>al: más
ses 2>s
s 2: barbadés barcelonés cantonés gabonés llanés medinés escocés escocês francês barcelonês
    cantonês macramés reves barcelones cantones gabones llanes magallanes medines escoces frances
    xoves martes aliás pires lápis cais mais mas menos férias pêsames crúcis país cangas atenas
    asturias canarias filipinas honduras molucas caldas mascareñas micenas covarrubias psoas óculos
    nupcias xoves martes llanes
`,
};

const UNIFICATION: RslpStep = {
  least: 3,
  rules: `
íssimo 5>ísimo
íssima 5>ísima
aço 4>azo
aça 4>aza
uça 4>uza
lhar 2>llar
lher 2>ller
lhor 2>llor
lho 1>llo
nhar 2>ñar
nhor 2>ñor
nho 1>ño
nha 1>ña
ário 3>ario
ária 3>aria
able 2>ábel
ável 2>ábel
ible 2>íbel
ível 2>íbel
çom 2>ción
agem 2>axe
age 2>axe
ão 3>ón
ao 1>án
au 1>án
om 3>ón
m 2>n
`,
};

const ADVERB: RslpStep = {
  least: 9,
  rules: `
mente 4: experimente vehemente sedimente
`,
};

const AUGMENTATIVE: RslpStep = {
  least: 5,
  exceptWords: true,
  rules: `
dísimo 5
dísima 5
bilísimo 3
bilísima 3
ísimo 3
ísima 3
ésimo 3
ésima 3
érrimo 4
érrima 4
ana 2: argana banana choupana espadana faciana iguana lantana macana membrana mesana nirvana
    obsidiana palangana pavana persiana pestana porcelana pseudomembrana roldana sábana salangana
    saragana ventana
án 3: ademán bardán barregán corricán curricán faisán furacán fustán gabán gabián galán gañán
    lavacán mazán mourán rabadán serán serrán tabán titán tobogán verán volcán volován
azo 4: abrazo espazo andazo bagazo balazo bandazo cachazo carazo denazo engazo famazo lampreazo
    pantocazo pedazo preñazo regazo ribazo sobrazo terrazo trompazo
aza 3: alcarraza ameaza baraza broucaza burgaza cabaza cachaza calaza carpaza carraza coiraza
    colmaza fogaza famaza labaza liñaza melaza mordaza paraza pinaza rabaza rapaza trancaza
allo 4: traballo
alla 4
arra 3: cigarra cinzarra
astro 3: balastro bimbastro canastro retropilastro
astra 3: banastra canastra contrapilastra piastra pilastra
ázio 3: topázio
elo 4: bacelo barrelo bicarelo biquelo boquelo botelo bouquelo cacarelo cachelo cadrelo campelo
    candelo cantelo carabelo carambelo caramelo cercelo cerebelo chocarelo coitelo conchelo corbelo
    cotobelo couselo destelo desvelo esfácelo fandelo fardelo farelo farnelo flabelo ganchelo
    garfelo involucelo mantelo montelo outerelo padicelo pesadelo pinguelo piquelo rampelo rastrelo
    restelo tornecelo trabelo restrelo portelo ourelo zarapelo
eta 3: arqueta atleta avoceta baioneta baldeta banqueta barraganeta barreta borleta buceta caceta
    calceta caldeta cambeta canaleta caneta carreta cerceta chaparreta chapeta chareta chincheta
    colcheta cometa corbeta corveta cuneta desteta espeta espoleta estafeta esteta faceta falanxeta
    frasqueta gaceta gabeta galleta garabeta gaveta glorieta lagareta lambeta lanceta libreta
    maceta macheta maleta malleta mareta marreta meseta mofeta muleta peseta planeta raqueta
    regreta saqueta veleta vendeta viñeta
ete 3: alfinete ariete bacinete banquete barallete barrete billete binguelete birrete bonete
    bosquete bufete burlete cabalete cacahuete cavinete capacete carrete casarete casete chupete
    clarinete colchete colete capete curupete disquete estilete falsete ferrete filete gallardete
    gobelete inglete machete miquelete molete mosquete piquete ribete rodete rolete roquete sorvete
    vedete vendete
ica 3: andarica botánica botica dialéctica dinámica física formica gráfica marica túnica
ico 3: conico acetifico acidifico
exo 3: arpexo arquexo asexo axexo azulexo badexo bafexo bocexo bosquexo boubexo cacarexo carrexo
    cascarexo castrexo convexo cotexo desexo despexo forcexo gabexo gargarexo gorgolexo inconexo
    manexo merexo narnexo padexo patexo sopexo varexo
exa 3: airexa bandexa carrexa envexa igrexa larexa patexa presexa sobexa
idão 3
iño 3>o: camiño cariño comiño golfiño padriño sobriño viciño veciño
iña 3>a: camariña campiña entreliña espiña fariña moriña valiña
ito 3
ita 3
oide 3: anaroide aneroide asteroide axoide cardioide celuloide coronoide discoide espermatozoide
    espiroide esquizoide esteroide glenoide linfoide hemorroide melaloide sacaroide tetraploide
    varioloide
ola 3: aixola ampola argola arola arteríola bandola bítola bractéola cachola carambola carapola
    carola carrandiola catrapola cebola centola champola chatola cirola cítola consola corola
    empola escarola esmola estola fitola florícola garañola gárgola garxola glicocola góndola
    mariola marola michola pirola rebola rupícola saxícola sémola tachola tómbola
olo 3: arrolo babiolo cacharolo caixarolo carolo carramolo cascarolo cirolo codrolo correolo
    cotrolo desconsolo rebolo repolo subsolo tixolo tómbolo torolo trémolo vacúolo xermolo zócolo
ote 3: aigote alcaiote barbarote balote billote cachote camarote capote cebote chichote citote
    cocorote escote gañote garrote gavote lamote lapote larapote lingote lítote magote marrote
    matalote pandote paparote rebote tagarote zarrote
ota 3: asíntota caiota cambota chacota compota creosota curota derrota díspota gamota maniota
    pelota picota pillota pixota queirota remota
cho 3: abrocho arrocho carocho falucho bombacho borracho mostacho
cha 3: borracha carracha estacha garnacha limacha remolacha abrocha
uco 4: caduco estuco fachuco malluco saluco trabuco
uzo 3: carriñouzo fachuzo mañuzo mestruzo tapuzo
uza 3: barruza chamuza chapuza charamuza conduza deduza desluza entreluza induza reluza seduza
    traduza trasluza
uxa 3: caramuxa carrabouxa cartuxa coruxa curuxa gaturuxa maruxa meruxa miruxa moruxa muruxa papuxa
    rabuxa trouxa
uxo 3: caramuxo carouxo carrabouxo curuxo debuxo ganduxo influxo negouxo pertuxo refluxo
ello 3: alborello artello botello cachafello calello casarello cazabello cercello cocerello
    concello consello desparello escaravello espello fedello fervello gagafello gorrobello nortello
    pendello troupello trebello
ella 3: alborella bertorella bocatella botella calella cercella gadella grosella lentella movella
    nocella noitevella parella pelella percebella segorella sabella
`,
};

const NOUN: RslpStep = {
  least: 4,
  rules: `
dade 3: acridade calidade
ificar 2
eiro 3: agoireiro bardalleiro braseiro barreiro canteiro capoeiro carneiro carteiro cinceiro
    faroleiro mareiro preguiceiro quinteiro raposeiro retranqueiro regueiro sineiro troleiro
    ventureiro
eira 3: cabeleira canteira cocheira folleira milleira
ario 3: armario calcario lionario salario
aria 3: cetaria coronaria fumaria linaria lunaria parietaria saponaria serpentaria
ístico 3: balístico ensaístico
ista 3: batista ciclista fadista operista tenista verista
ado 2: grado agrado
ato 2: agnato
ido 3: cándido cândido consolido decidido duvido marido rápido
ida 3: bastida dúbida dubida duvida ermida éxida guarida lapicida medida morida
ída 3
ido 3
udo 3: estudo escudo
uda 3
ada 3: abada alhada allada pitada
dela 3: cambadela cavadela forcadela erisipidela mortadela espadela fondedela picadela arandela
    candela cordela escudela pardela
ela 3: canela capela cotela cubela curupela escarapela esparrela estela fardela flanela fornela
    franela gabela gamela gavela glumela granicela lamela lapela malvela manela manganela mexarela
    micela mistela novela ourela panela parcela pasarela patamela patela paxarela pipela pitela
    postela pubela restela sabela salmonela secuela sentinela soldanela subela temoncela tesela
    tixela tramela trapela varela vitela xanela xestela
ábel 2: afábel fiábel
íbel 2: críbel imposíbel posíbel fisíbel falíbel
nte 3: alimente adiante acrescente elefante frequente freqüente gigante instante oriente permanente
    posante possante restaurante
ncia 3
nza 3
acia 3: acracia audacia falacia farmacia
icia 3: caricia delicia ledicia malicia milicia noticia pericia presbicia primicia regalicia
    sevicia tiricia
iza 3: alvariza baliza cachiza caniza cañiza carbaliza carriza chamariza chapiza fraguiza latiza
    longaniza mañiza nabiza peliza preguiza rabiza
exar 3: palmexar
ación 2: aeración
ición 3: condición gornición monición nutrición petición posición sedición volición
ción 3>t
sión 3>s: abrasión alusión
azón 2: armazón
ón 3: abalón acordeón alción aldrabón alerón aliñón ambón bombón calzón campón canalón cantón
    capitón cañón centón ciclón collón colofón copón cotón cupón petón tirón tourón turón unción
    versión zubón zurrón
ona 3: abandona acetona aleurona amazona anémona bombona cambona carona chacona charamona cincona
    condona cortisona cretona cretona detona estona fitohormona fregona gerona hidroquinona hormona
    lesiona madona maratona matrona metadona monótona neurona pamplona peptona poltrona
    proxesterona quinona quinona silicona sulfona
oa 3: abandoa madroa barbacoa estoa airoa eiroa amalloa ámboa améndoa anchoa antinéboa avéntoa avoa
    bágoa balboa bisavoa boroa canoa caroa comadroa coroa éngoa espácoa filloa fírgoa grañoa lagoa
    lanzoa magoa mámoa morzoa noiteboa noraboa parañoa persoa queiroa rañoa táboa tataravoa teiroa
aco 3
aca 3: alpaca barraca bullaca buraca carraca casaca cavaca cloaca entresaca ervellaca espinaca
    estaca farraca millaca pastinaca pataca resaca urraca purraca
al 4: afinal animal estatal bisexual bissexual desleal fiscal formal pessoal persoal liberal postal
    virtual visual pontual puntual homosexual heterosexual
dor 2: abaixador
tor 3: autor motor pastor pintor
or 2: asesor assessor favor mellor melhor redor rigor sensor tambor tumor
ora 3: albacora anáfora áncora apisoadora ardora ascospora aurora avéspora bitácora canéfora
    cantimplora catáfora cepilladora demora descalcificadora diáspora empacadora epífora ecavadora
    escora eslora espora fotocompoñedora fotocopiadora grampadora isícora lavadora lixadora
    macrospora madrépora madrágora masora mellora metáfora microspora milépora milpéndora nécora
    oospora padeadora pasiflora pécora píldora pólvora ratinadora rémora retroescavadora sófora
    torradora trémbora uredospora víbora víncora zoospora
aría 3: libraría
axe 3: aluaxe amaraxe amperaxe bagaxe balaxe barcaxe borraxe bescaxe cabotaxe carraxe cartilaxe
    chantaxe colaxe coraxe carruaxe dragaxe embalaxe ensilaxe epistaxe fagundaxe fichaxe fogaxe
    forraxe fretaxe friaxe garaxe homenaxe leitaxe liñaxe listaxe maraxe marcaxe maridaxe masaxe
    miraxe montaxe pasaxe peaxe portaxe ramaxe rebelaxe rodaxe romaxe sintaxe sondaxe tiraxe
    vantaxe vendaxe viraxe
dizo 3
eza 3: alteza beleza fereza fineza vasteza vileza
ez 3: acidez adultez adustez avidez candidez mudez nenez nudez pomez
engo 3
ego 3: corego derrego entrego lamego sarego sartego
oso 3: afanoso algoso caldoso caloso cocoso ditoso favoso fogoso lamoso mecoso mocoso precioso
    rixoso venoso viroso xesoso
osa 3: mucosa glicosa baldosa celulosa isoglosa nitrocelulosa levulosa ortosa pectosa preciosa
    sacarosa serosa ventosa
ume 3: agrume albume alcume batume cacume cerrume chorume churume costume curtume estrume gafume
    legume perfume queixume zarrume
ura 3: albura armadura imatura costura
iñar 3
il 3: abril alfil anil atril badil baril barril brasil cadril candil cantil carril chamil chancil
    civil cubil dátil difícil dócil edil estéril fácil fráxil funil fusil grácil gradil hábil
    hostil marfil
esco 4
isco 4
ivo 3: pasivo positivo passivo possessivo posesivo pexotarivo relativo
`,
};

const VERB: RslpStep = {
  least: 2,
  rules: `
aba 2
abade 2
ábade 2
abamo 2
ábamo 2
aban 2
ache 2
ade 2
an 2
ando 2
ar 2: azar bazar patamar
arade 2
aramo 2
arán 2
aran 2
árade 2
aría 2
ariade 2
aríade 2
arian 2
ariamo 2
aron 2
ase 2
asede 2
ásede 2
asemo 2
ásemo 2
asen 2
avan 2
aríamo 2
assen 2
ássemo 2
eríamo 2
êssemo 2
iríamo 3
íssemo 3
áramo 2
árei 2
aren 2
aremo 2
aríei 2
ássei 2
ávamo 2
êramo 1
eremo 1
eríei 1
êssei 1
íramo 3
iremo 3
iríei 3
íssei 3
issen 3
endo 1
indo 3
ondo 3
arde 2
arei 2
aria 2
armo 2
asse 2
aste 2
ávei 2
erão 1
erde 1
erei 1
êrei 1
eren 2
eria 1
ermo 1
este 1: faroeste agreste
íamo 1
ian 2: enfian eloxian ensaian
irde 2
irei 3: admirei
iren 3
iria 3
irmo 3
isse 3
iste 4
iava 1: ampliava
amo 2
iona 3
ara 2: arara prepara
ará 2: alvará bacará
are 2: prepare
ava 2: agrava
emo 2
era 1: acelera espera
erá 1
ere 1: espere
íei 1
in 3
imo 3: reprimo intimo íntimo nimo queimo ximo
ira 3: fronteira sátira
ído 3
irá 3
tizar 4: alfabetizar
izar 3: organizar
itar 5: acreditar explicitar estreitar
ire 3: adquire
omo 3
ai 2
ear 4: alardear nuclear
uei 3
uía 5>u
ei 3
er 1: éter pier
eu 1: chapeu
ia 1: estória fatia acia praia elogia mania lábia aprecia polícia arredia cheia ásia
ir 3
iu 3
eou 5
ou 3
i 1
ede 1: rede bípede céspede parede palmípede vostede hóspede adrede
ei 3
en 2
erade 1
érade 1
eran 2
eramo 1
éramo 1
erán 1
ería 1
eriade 1
eríade 1
eriamo 1
erian 1
erían 1
eron 1
ese 1
esedes 1
ésedes 1
esemo 1
ésemo 1
esen 1
êssede 1
ía 1
iade 1
íade 1
iamo 1
ían 1
iche 1
ide 1
irade 3
írade 3
iramo 3
irán 3
iría 3
iriade 3
iríade 3
iriamo 3
irian 3
irían 3
iron 3
ise 3
isede 3
ísede 3
isemo 3
ísemo 3
isen 3
íssede 3
tizar 3: alfabetizar
ondo 3
`,
};

const VOWEL: RslpStep = {
  least: 4,
  rules: `
gue 2>g: azougue dengue merengue nurague merengue rengue
que 2>c: alambique albaricoque abaroque alcrique almadraque almanaque arenque arinque baduloque
    ballestrinque betoque bivaque bloque bodaque bosque breque buque cacique cheque claque
    contradique coque croque dique duque enroque espeque estoque estoraque estraloque estrinque
    milicroque monicreque orinque arinque palenque parque penique picabeque pique psique raque
    remolque xeque repenique roque sotobosque tabique tanque toque traque truque vivaque xaque
a 3: amasadela cerva
e 3: marte
o 3: barro fado cabo libro cervo
â 3
ã 3: amanhã arapuã fã divã manhã
ê 3
ô 3
á 3
é 3
ó 3
i 3
`,
};

export const GALICIAN_RULES = {
  plural: PLURAL,
  unification: UNIFICATION,
  adverb: ADVERB,
  augmentative: AUGMENTATIVE,
  noun: NOUN,
  verb: VERB,
  vowel: VOWEL,
};
