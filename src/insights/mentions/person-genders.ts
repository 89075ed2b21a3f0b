import { wordSet } from "../language/word-set.ts";

const women =
  wordSet(`abby abigail adriana aisha alexandra alexis alice alicia alison allison alyssa amanda amber amy ana andrea angela angelica
  angie anita ann anna anne annie ashley audrey autumn barbara beatrice becca becky beth bethany betty bianca bonnie brenda
  brianna bridget brittany brooke camila candace carla carmen carol carolina caroline carolyn carrie catherine cathy cecilia
  celeste charlotte chelsea cheryl chloe christina christine christy cindy claire clara claudia colleen connie courtney
  crystal cynthia daisy dana daniela danielle dawn debbie deborah debra deena denise destiny diana diane dolores donna doris
  dorothy eileen elaine eleanor elena elisa elise eliza elizabeth ella ellen eloise emily emma erica erika erin esther eva evelyn faith
  felicia fiona florence frances gabriela gabrielle gail genevieve georgia gina ginger gloria grace greta gretchen gwen hailey
  hannah harriet hazel heather heidi helen hilary holly ida ingrid irene iris isabel isabella ivy jacqueline jane janet janice
  jasmine jeanette jen jenna jennifer jenny jess jessica jill joan joanna jocelyn jodi josephine joyce juanita judith judy julia juliana
  julie june kaitlyn karen karina kate katelyn katherine kathleen kathryn kathy katie katrina kayla kelsey kendra kimberly
  kirsten kristen kristin kristina krystal lana latoya laura lauren laurie leah leticia lillian lily linda lisa liz liza lorena lori lorraine
  louise lucia lucy luz lydia lynn mabel mackenzie madeline maggie mandy marcia margaret maria mariah mariana marie marilyn marisol
  marjorie marlene marsha martha mary maureen maya megan melanie melissa mercedes meredith mia michelle mila mindy miranda miriam molly
  monica monique nadia nancy naomi natalia natalie natasha nicole nina nora norma olga olivia paige pamela patricia paula pauline peggy
  penelope phyllis priscilla rachel ramona rebecca regina renee rhonda rita roberta rosa rosalind rose rosemary roxanne ruby ruth sabrina
  sally samantha sandra sara sarah savannah selena shannon sharon sheila shelby shelly sherry shirley silvia sofia sonia sonya sophia
  sophie stacey stacy stella stephanie sue susan suzanne sylvia tamara tammy tania tanya tara tatiana teresa terri tess theresa tiffany
  tina tracy trisha valentina valerie vanessa vera veronica vicky victoria violet virginia vivian wanda wendy whitney yolanda yvette yvonne
  zoe mrs ms miss`);
const men =
  wordSet(`aaron abraham adam adrian alan albert alejandro alfonso alfred allen alvin andre andrew andy antonio anthony armando arnold
  arthur austin barry ben benjamin bernard bill billy bob bobby brad bradley brandon brendan brent brett brian bruce bruno bryan byron caleb
  calvin carl carlos cesar chad charles chester christopher chuck clarence clark claude clayton clifford clint clyde cody colin
  connor craig curtis dale dan daniel danny darius darren darryl dave david dean dennis derek derrick diego dominic don donald
  doug douglas duane dustin dwayne dylan earl ed eddie edgar eduardo edward edwin eli elias elijah elliott emilio enrique eric
  erik ernest ernesto ethan eugene evan felipe felix fernando floyd francisco frank franklin fred frederick gabriel garrett gary
  gavin geoffrey george gerald gerardo gilbert glen glenn gordon graham greg gregory guillermo gus guy harold harry hector henry herbert
  herman horace howard hugh hugo ian ignacio isaac ivan jack jacob jake james jared jason javier jeff jeffrey jeremiah jeremy jerome jerry
  jesus jim jimmy joaquin joe joel john johnny jon jonathan jorge jose joseph josh joshua juan julio justin karl keith ken kenneth
  kevin kurt kyle lance larry lawrence leo leon leonard leonardo leroy lewis liam logan lorenzo louis lucas luis luke manuel marc marcel
  marco marcos marcus mario mark martin marvin mason mateo matt matthew maurice max michael miguel mike milton mitchell mohammed moises
  nathan nathaniel neil nelson nicholas nick noah norman oliver omar orlando oscar otis owen pablo patrick paul pedro pete peter
  phil philip phillip preston rafael ralph ramon randall raul raymond reginald ricardo richard rick rob robert roberto rodney rodrigo
  roger roland roman ron ronald ross roy ruben rudy russell ryan salvador samuel saul scott sean sebastian seth shane shaun shawn sidney simon
  spencer stanley stephen steve steven stewart stuart ted teo terrence theodore thomas tim timothy todd tom tommy tony travis
  trent trevor troy tyler tyrone vernon victor vincent wade wallace walter warren wayne wesley will william wyatt xavier zachary mr sir`);

/** What a person of this first name, or with this title, is called mostly. */
export const pronounOf = (name: string): "he" | "she" | undefined =>
  women.has(name) ? "she" : men.has(name) ? "he" : undefined;
