/** Short forms that customers use, by the name in full. */
const shortForms = `
  abigail: abby; alexander: alex, xander; alexandra: alex, lexi, sandra; alexis: lexi; alfred: al, fred; amanda: mandy; andrew: andy, drew; angela: angie; anthony: tony, ant;
  arthur: art, artie; barbara: barb, barbie; benjamin: ben, benny, benji; bradley: brad; calvin: cal; cameron: cam; catherine: cathy, kate, katie, cat; charles: charlie, chuck; charlotte: charlie, lottie;
  christina: chris, tina, christy; christine: chris, chrissy; christopher: chris, topher; cynthia: cindy; daniel: dan, danny; david: dave, davey; deborah: deb, debbie; donald: don, donny; dorothy: dot, dottie; douglas: doug;
  edward: ed, eddie, ted; elizabeth: liz, lizzie, beth, betsy, betty, eliza; ernest: ernie; eugene: gene; francis: frank; francisco: frank, paco, cisco; franklin: frank; frederick: fred, freddy; gabriel: gabe; gabriela: gabby, gaby, gabi; gabrielle: gabby, gabi;
  gerald: jerry, gerry; gregory: greg; guillermo: memo; harold: harry, hal; henry: hank, harry; isabella: bella, izzy; jacob: jake; jacqueline: jackie; james: jim, jimmy, jamie; janet: jan; jeffrey: jeff; jennifer: jen, jenn, jenny;
  jeremiah: jerry; jessica: jess, jessie; jonathan: jon, john, jonny; joseph: joe, joey; joshua: josh; judith: judy; katherine: kate, katie, kathy, kat; kathleen: kathy, kate; kenneth: ken, kenny; kimberly: kim; lawrence: larry;
  leonard: len, lenny, leo; louis: lou; margaret: maggie, meg, peggy, marge; matthew: matt; maximilian: max; megan: meg; melissa: mel, missy; michael: mike, mikey, mick; michelle: shelly; mitchell: mitch; nancy: nan; natalie: nat; nathan: nate;
  nathaniel: nate, nathan; nicholas: nick, nicky; nicole: nicky, nikki; oliver: ollie; pamela: pam; patricia: pat, patty, trish, tricia; patrick: pat, paddy; peter: pete; philip: phil; phillip: phil; randall: randy; raymond: ray; rebecca: becky, becca;
  richard: rick, rich, ricky, dick; robert: rob, bob, bobby, robbie; ronald: ron, ronnie; russell: russ; samantha: sam, sammy; samuel: sam, sammy; sandra: sandy; stephanie: steph; stephen: steve, stevie; steven: steve, stevie; stuart: stu; susan: sue, susie, suzy;
  terence: terry; teresa: terri, tess; theodore: ted, teddy, theo; theresa: terri, tess; thomas: tom, tommy; timothy: tim, timmy; valerie: val; veronica: ronnie; victoria: vicky, tori; vincent: vince, vinny; walter: walt; wesley: wes; william: will, bill, billy, liam; zachary: zach, zack;
  kathryn: kate, katie, kathy, kat; kristen: kris; kristina: kris, tina; josephine: jo, josie; martin: marty; rosemary: rose, rosie; rose: rosie; alan: al; albert: al, bert; antonio: tony; caroline: carrie; clifford: cliff; clinton: clint; dominic: dom, nick;
  evelyn: evie; francesca: fran, frankie; frances: fran, frannie; gilbert: gil; grace: gracie; gwendolyn: gwen; howard: howie; jerome: jerry; joanna: jo; john: johnny, jack; leonardo: leo; lillian: lily, lil; madeline: maddie; madison: maddie;
  marjorie: marge; maxwell: max; mohammed: mo; olivia: liv; penelope: penny; rafael: rafa; reginald: reggie; rodney: rod; roderick: rod; salvador: sal; salvatore: sal; sebastian: seb; suzanne: sue; tamara: tammy;
  tiffany: tiff; tyler: ty; vivian: viv; virginia: ginny; xavier: xavi; stanley: stan; harriet: hattie; jane: janie; julia: julie; annabelle: anna, belle; brittany: britt; danielle: dani; jasmine: jas, jazz; mackenzie: kenzie;
  stewart: stu; bernard: bernie; lucille: lucy; tyrell: ty; tyrone: ty; guadalupe: lupe; ignacio: nacho; eduardo: eddie, lalo; roberto: rob, beto; alejandro: alex, ale;
  alejandra: alex, ale; fernando: nando; ricardo: rick, ricky; miguel: mike; manuel: manny; emmanuel: manny; javier: javi; jesus: chuy; francois: frank; santiago: santi; dolores: lola; isabel: izzy, bella;
  constance: connie; eleanor: ellie, nora; genevieve: gen; lorraine: lori; eleanora: nora; sylvia: syl; zachariah: zach; augustus: gus; angus: gus; bartholomew: bart; cornelius: neil; curtis: curt;
  desmond: des; dexter: dex; elijah: eli; ezekiel: zeke; geoffrey: geoff; isaac: ike; jackson: jack; julian: jules; leroy: roy; lester: les; malcolm: mal; marcus: marc; marvin: marv; milton: milt; norman: norm;
  oswald: ozzie; osvaldo: ozzie; ramon: ray; randolph: randy; rudolph: rudy; rodolfo: rudy; sidney: sid; solomon: sol; spencer: spence; terrence: terry; terrance: terry; tobias: toby; travis: trav; vernon: vern;
  wallace: wally; wilfred: fred; winston: win; svetlana: lana; tatiana: tanya; anastasia: ana, stacy; natalia: nat, tasha; natasha: tasha; muhammad: mo; mohamed: mo; nathalie: nat; rosalind: roz; roxanne: roxy;
  yolanda: yoli; mercedes: mercy; beatrice: bea; charlene: char; delores: lola; estelle: essie; henrietta: etta; loretta: etta; lucinda: cindy; marissa: mari; miranda: mandy; priscilla: cilla; savannah: savvy`;

const byName = new Map(
  shortForms.split(";").map((line) => {
    const [name = "", forms = ""] = line.trim().split(":");
    return [name, forms.split(",").map((form) => form.trim())] as const;
  }),
);

/** What a first name is shortened to. */
export const nicknamesOf = (first: string): readonly string[] => byName.get(first.toLowerCase()) ?? [];
