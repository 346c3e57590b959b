BEGIN TRANSACTION;
CREATE TABLE account (
	"key" VARCHAR(32) NOT NULL, 
	userid VARCHAR(32) NOT NULL, 
	password TEXT NOT NULL, 
	addresses TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	"left" BIGINT, 
	PRIMARY KEY ("key")
);
INSERT INTO "account" VALUES('alice','alice','$argon2id$none','alice@example.org',1795454432795,NULL);
INSERT INTO "account" VALUES('bob','bob','$argon2id$none','bob@example.org',1795454432840,NULL);
INSERT INTO "account" VALUES('carol','carol','$argon2id$none','carol@example.org',1795454432879,NULL);
INSERT INTO "account" VALUES('dave','dave','$argon2id$none','dave@example.org',1795454432887,NULL);
CREATE TABLE failure (
	"key" VARCHAR(64) NOT NULL, 
	count INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE game (
	id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	board INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	n INTEGER NOT NULL, 
	head VARCHAR(64) NOT NULL, 
	first VARCHAR(32) NOT NULL, 
	second VARCHAR(32) NOT NULL, 
	moves INTEGER NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	to_move VARCHAR(32), 
	winner VARCHAR(32), 
	says TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (kind, board)
);
INSERT INTO "game" VALUES(1,'projex',101,'{"size": 3}',5,'5e738d6ab4e82cb7239deb2ea9b64ae4fb16b170271416802268048ad20db037','bob','alice',2,'active','alice',NULL,'',1795454432970);
INSERT INTO "game" VALUES(2,'projex',102,'{"size": 3}',3,'198bf794998558812f53cb7513a8ed0f9e1eab36d033cb1489e6d9e58d4ef987','dave','dave',2,'active','dave',NULL,'',1795454432977);
INSERT INTO "game" VALUES(3,'conhex',101,'{"size": 5}',1,'877e668bc73c39a6e40cbe5b1417336751c67ac5f1510a959a659d9c0648fb1f','alice','dave',0,'active','alice',NULL,'',1795454432984);
CREATE TABLE event (
	game INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	actor VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	comment TEXT NOT NULL, 
	request VARCHAR(64), 
	hash VARCHAR(64) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (game, seq), 
	FOREIGN KEY(game) REFERENCES game (id), 
	UNIQUE (request)
);
INSERT INTO "event" VALUES(1,1,'challenge','alice','alice bob','shall we play?',NULL,'c59d3aceee47e7c4b72d60306855c6c67e1e0bf09720f42485b48292fe7c0a16',1795454432929);
INSERT INTO "event" VALUES(1,2,'move','alice','B2','the middle of it',NULL,'30739c9dbcc09717a7f00db2412d5495fc6252bf74234309949e5fec194bf67a',1795454432958);
INSERT INTO "event" VALUES(1,3,'move','bob','swap','',NULL,'87ec9bb1ff838370840100a3c1e3f28173c22f7e175b996be4f897cb173e6101',1795454432966);
INSERT INTO "event" VALUES(1,4,'chat','carol','','carol looks on',NULL,'78c30a14b38f0465c5a4874f2c24b536e30160e9acfd39f666ecbeed129f3fd6',1795454432968);
INSERT INTO "event" VALUES(1,5,'subscribe','carol','','',NULL,'5e738d6ab4e82cb7239deb2ea9b64ae4fb16b170271416802268048ad20db037',1795454432970);
INSERT INTO "event" VALUES(2,1,'challenge','dave','dave dave','against myself',NULL,'8fb04862a7376d8579de45b7c1f09f9cf7346b63ad528baa70cb846940977b5f',1795454432972);
INSERT INTO "event" VALUES(2,2,'move','dave','B2','blanked',NULL,'aa158c3d6318b053e7d424dbacc4b5f3770e958de06f7e99f4783ac01cfd01a2',1795454432975);
INSERT INTO "event" VALUES(2,3,'move','dave','swap','',NULL,'198bf794998558812f53cb7513a8ed0f9e1eab36d033cb1489e6d9e58d4ef987',1795454432977);
INSERT INTO "event" VALUES(3,1,'challenge','alice','alice dave','',NULL,'877e668bc73c39a6e40cbe5b1417336751c67ac5f1510a959a659d9c0648fb1f',1795454432984);
CREATE TABLE known (
	"key" VARCHAR(64) NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE message (
	id INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	sender VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "message" VALUES(1,'bob','alice','a secret of alice',1795454432987);
INSERT INTO "message" VALUES(2,'alice','dave','a secret of dave',1795454432989);
CREATE TABLE meta (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "meta" VALUES('schema','3');
CREATE TABLE standing (
	kind VARCHAR(16) NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	PRIMARY KEY (kind, "key")
);
CREATE TABLE token (
	hash VARCHAR(64) NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (hash)
);
CREATE INDEX ix_token_key ON token ("key");
CREATE INDEX game_lists ON game (kind, status, board);
CREATE INDEX ix_message_key ON message ("key");
COMMIT;
